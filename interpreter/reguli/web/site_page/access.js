// How the pages of a site reach their host, which runs in a worker of this browser. `page/access.js` is its twin for a server.

import { Refused } from "./connection.js";

const asked = new Map();
let number = 0;
let worker = null;
let channel = null;
const early = []; // what is asked before the worker is there

export const site = await (await fetch("site.json")).json();
const pages = new BroadcastChannel(`reguli ${new URL(".", location.href).pathname}`);

// What else the worker tells: how much is loaded (`progress`), that it is `ready`, or has `failed`, and that the device is to be passed on (`pass`).
export const told = new EventTarget();
const tell = (name, detail) => told.dispatchEvent(new CustomEvent(name, { detail }));

const post = (text) => (worker ? worker.postMessage(text) : early.push(text));
export function beginWorker() {
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => (data.text === undefined ? tell(...data.told) : receive(data.text)));
  worker.addEventListener("error", (event) => tell("failed", event.message || "worker.js"));
  early.splice(0).forEach(post);
}
const ready = new Promise((resolve) => { told.addEventListener("ready", resolve, { once: true }); });

function receive(text) {
  const message = JSON.parse(text);
  const waiting = asked.get(message.id);
  asked.delete(message.id);
  if (message.push === "pass") tell("pass", message.seat);
  else if (!waiting) channel?.received(text);
  else if (message.ok) waiting.resolve(message.result);
  else waiting.reject(new Refused(message.error));
}

// Ask the worker what a table's connection does not ask; the numbers of its own requests are above zero.
export function ask(op, keys) {
  number -= 1;
  const id = number;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    post(JSON.stringify({ ...keys, id, op }));
  });
}

// A channel as `SocketChannel` is one. The host is in this browser, so that it is there as soon as it is loaded.
class WorkerChannel {
  #on = null;

  constructor() {
    pages.addEventListener("message", ({ data }) => { if (this.#on && data === location.hash) this.received('{"push":"moved"}'); });
  }

  async open(on) {
    await ready;
    this.#on = on;
    channel = this;
    pages.postMessage(location.hash);
    on.opened();
  }

  get ready() {
    return this.#on !== null;
  }

  received(text) {
    this.#on?.received(text);
  }

  // A host that thinks for long is still there.
  send(text) {
    const { id, op } = JSON.parse(text);
    if (op === "ping") this.received(JSON.stringify({ id, ok: true, result: null }));
    else post(text);
  }

  close() {
    this.#on = null;
  }
}
export const openChannel = () => new WorkerChannel();

// ---- the lobby

async function fetchMade(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}
export const fetchLobby = (lang) => fetchMade(`data/lobby-${lang}.json`);

// An address may bring a game with changed rules: it comes first. What is wrong with the address is said as what is wrong with rules is.
export const sharedRules = () => (location.hash.includes("=") ? location.hash.slice(1) : null);
export async function fetchGames(lang) {
  const lobby = await fetchLobby(lang);
  const share = sharedRules();
  if (!share) return lobby;
  const found = await ask("load", { share, lang }).catch(({ message }) => (
    { id: "changed", name: lobby.texts.changed_game.replace("{name}", "?"), players: [0, 0], options: [], bots: [], findings: [message] }));
  return { ...lobby, games: [found, ...lobby.games] };
}
export const editAddress = (game) => `edit.html#${site.games[game] ? encodeURIComponent(game) : sharedRules() ?? ""}`;

// What is chosen is read while the visitor chooses further.
export async function fetchGame(game, lang) {
  post(JSON.stringify({ op: "warm", game, lang }));
  return fetchMade(`data/${game}-${lang}.json`);
}

export async function orderTable(order) {
  const { table } = await ask("create", order);
  history.pushState(null, "", `#${table}`);
  tell("table");
  return null;
}

// ---- what is printed: made with the site for the options that a game has by itself, else by the worker

const isUsual = (game, options) => site.games[game] !== undefined && Object.entries(site.games[game].options).every(([name, value]) => (options[name] ?? value) === value);

export function addressOf(page, { game, lang, options }, statement) {
  const query = isUsual(game, options) ? "" : `?${new URLSearchParams({ product: page, game, lang, options: JSON.stringify(options) })}`;
  const ending = page === "faces" ? "json" : "html";
  return `made/${game}/${page}-${lang}.${ending}${query}${statement ? `#${encodeURIComponent(statement)}` : ""}`;
}
const printed = (query) => {
  const { options, ...keys } = Object.fromEntries(new URLSearchParams(query));
  return ask("page", { ...keys, options: JSON.parse(options) });
};
export async function fetchFaces(address) {
  const query = address.split("?")[1];
  try {
    return query ? JSON.parse(await printed(query)) : await fetchMade(address);
  } catch {
    return null;
  }
}
// Pages that were drawn before somebody asks for them, by the query of their address.
export const drawn = new Map();
export const DRAFT = "draft=";
// The service worker asks for a page that the site was not made with. Another page may know a game that this one does not know.
navigator.serviceWorker?.addEventListener("message", async ({ data, ports }) => {
  const known = drawn.get(data) ?? null;
  ports[0].postMessage(data.startsWith(DRAFT) ? known : await printed(data).catch((error) => (error.code === "game" ? null : error.text || String(error))));
});

// Words of rules need more of reguli than a site has.
export const TELLS_RULES = false;
export const fetchRules = async () => [];

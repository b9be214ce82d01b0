// The one page of a site: the lobby, then a table in its place, while the worker with its game goes on.

import { html } from "./position.js";
import { Announcer } from "./announce.js";
import { browserLanguage, button, byId, fillTexts, paragraph, preference, speaker } from "./dom.js";
import { remove, tables } from "./kept.js";
import { ask, fetchGames, site, beginWorker, told } from "./access.js";

const MEGA = 1_000_000;
const CONTROL = 1500;
let lobby = await fetchGames(preference.get("lang", browserLanguage()));
let say = speaker(lobby.texts);

// ---- loading

const loading = byId("loading");
const announcer = new Announcer(byId("loading_heard"));
let heard = -1;

function showProgress({ loaded, total }) {
  const part = Math.min(1, loaded / total);
  const text = say("loading", { n: (loaded / MEGA).toFixed(1), all: (Math.max(loaded, total) / MEGA).toFixed(1) });
  loading.hidden = false;
  loading.querySelector("progress").value = part;
  loading.querySelector("p").textContent = part < 1 ? text : say("starting");
  // A quarter at a time is enough to hear.
  const quarter = Math.floor(part * 4);
  if (quarter === heard) return;
  heard = quarter;
  announcer.say(loading.querySelector("p").textContent);
}
// A ruleset that is loaded later is small.
let ready = false;
told.addEventListener("progress", ({ detail }) => { if (!failed && !ready) showProgress(detail); });
told.addEventListener("ready", () => {
  ready = true;
  loading.hidden = true;
  announcer.say(say("loaded"));
});
let failed = false;
told.addEventListener("failed", ({ detail }) => {
  failed = true;
  loading.hidden = false;
  loading.querySelector("progress").hidden = true;
  loading.querySelector("p").textContent = say("loading_failed", { why: detail });
  announcer.say(loading.querySelector("p").textContent);
});

// Requests of the worker go through the service worker from the first visit on, which keeps what comes.
async function control() {
  const service = navigator.serviceWorker;
  if (!service) return;
  const controlled = service.controller ? null : new Promise((resolve) => { service.addEventListener("controllerchange", resolve, { once: true }); });
  await service.register("sw.js").catch(() => {});
  if (controlled) await Promise.race([controlled, new Promise((resolve) => { setTimeout(resolve, CONTROL); })]);
}

// ---- the table

async function showTable() {
  const answer = await fetch("page/table.html");
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.body.className = parsed.body.className;
  document.body.replaceChildren(...parsed.body.children, loading, byId("loading_heard"), byId("pass"));
  const games = html("a", undefined, { href: "./", class: "button", "data-text": "games" });
  byId("book").before(games);
  fillTexts(document, say);
  await import("./table.js");
}

// The view of the next person is not in the page before the device was passed on.
const names = () => [...document.querySelectorAll("#seats strong")].map((one) => one.textContent);
told.addEventListener("pass", ({ detail: seat }) => {
  const dialog = byId("pass");
  // The Escape key closes a dialog, and nobody could go on.
  dialog.onclose = () => dialog.showModal();
  const name = names()[seat] ?? String(seat + 1);
  dialog.querySelector("h2").textContent = say("pass_to", { name });
  const sit = button(say("pass_done", { name }), async () => {
    await ask("sit");
    dialog.onclose = null;
    dialog.close();
    document.getElementById("question")?.focus();
  }, { class: "main" });
  dialog.querySelector("div").replaceChildren(sit);
  if (!dialog.open) dialog.showModal();
});

// ---- games that were begun

async function showBegun() {
  const place = byId("begun");
  const found = await tables().catch(() => []);
  const nameOf = (where) => lobby.games.find(({ id }) => site.games[id].where === where)?.name;
  const rows = found.filter(({ game }) => nameOf(game)).map(({ table, game, begun, seats }) => {
    const row = html("li");
    const people = seats.map(({ name, bot }, seat) => name || bot || say("seat_number", { n: String(seat + 1) })).join(", ");
    const text = `${nameOf(game)}: ${people} (${new Date(begun * 1000).toLocaleString(lobby.lang)})`;
    const open = html("a", text, { href: `#${table}` });
    open.addEventListener("click", (event) => {
      event.preventDefault();
      history.pushState(null, "", `#${table}`);
      showTable();
    });
    row.append(open, button(say("remove"), async () => { await remove(table); showBegun(); }, { class: "quiet", "aria-label": `${say("remove")}: ${text}` }));
    return row;
  });
  place.replaceChildren(...(rows.length ? [html("h2", say("begun"))] : []));
  const made = html("ul");
  made.append(...rows);
  if (rows.length) place.append(made);
  place.hidden = rows.length === 0;
}

// The lobby and the table change the language of the page.
new MutationObserver(async () => {
  const { lang } = document.documentElement;
  if (lang === lobby.lang) return;
  lobby = await fetchGames(lang);
  say = speaker(lobby.texts);
  if (byId("begun")) showBegun();
}).observe(document.documentElement, { attributeFilter: ["lang"] });

told.addEventListener("table", showTable);
told.addEventListener("ready", () => navigator.serviceWorker?.controller?.postMessage("tidy"));
control().then(beginWorker);
if (location.hash.length > 1) showTable();
else import("./lobby.js").then(showBegun);

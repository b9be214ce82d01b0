// The worker of a site: Python, reguli in it, and the tables of this browser. It is given requests as text, and answers as text.

import { keep, rowsOf } from "./kept.js";

const HOME = new URL("..", import.meta.url);
const FOLDER = "/site";
const PACE = 0.5;

const tell = (name, detail) => self.postMessage({ told: [name, detail] });
const waiting = [];
const unpacked = new Set();
const restored = new Set();
let site = null;
let python = null;
let tables = null;
let wanted = null;
// Rows are kept before what follows from them is told.
let order = Promise.resolve();
const inOrder = (act) => { order = order.then(act).catch((error) => tell("failed", String(error))); };

// ---- what is loaded, and how much of it

const counted = { loaded: 0, total: 0 };
const own = self.fetch.bind(self);
self.fetch = async (asked, settings) => {
  const answer = await own(asked, settings);
  if (!answer.ok || !answer.body) return answer;
  const count = new TransformStream({
    transform(chunk, controller) {
      counted.loaded += chunk.byteLength;
      tell("progress", counted);
      controller.enqueue(chunk);
    },
  });
  const headers = new Headers(answer.headers);
  // A host that does not know the type of the file would keep the browser from compiling it as it comes.
  if (answer.url.endsWith(".wasm")) headers.set("Content-Type", "application/wasm");
  return new Response(answer.body.pipeThrough(count), { headers });
};
async function bytesOf(path) {
  const answer = await fetch(new URL(path, HOME));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function boot() {
  site = await (await own(new URL("site.json", HOME))).json();
  const runtime = new URL(site.runtime, HOME).href;
  counted.total = site.start.reduce((sum, path) => sum + (site.files[path]?.[1] ?? 0), 0);
  const archive = bytesOf(site.app);
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  python = await loadPyodide({ indexURL: runtime });
  unpack(await archive);
  python.runPython(`import gc, sys\ngc.set_threshold(200_000, 10, 10)\nsys.path.insert(0, "${FOLDER}")\nsys.dont_write_bytecode = True`);
  const where = Object.fromEntries(Object.entries(site.games).map(([game, one]) => [game, one.where]));
  const post = (text) => inOrder(() => self.postMessage({ text }));
  tables = python.pyimport("reguli.web.browser_tables").BrowserTables(python.toPy(where), post, (key, text) => inOrder(() => keep(key, text)), PACE);
}

function unpack(archive) {
  python.unpackArchive(archive, "zip", { extractDir: FOLDER });
}
async function unpackGame(game) {
  if (!site.games[game] || unpacked.has(game)) return;
  unpacked.add(game);
  const { zip } = site.games[game];
  counted.total += site.files[zip][1];
  unpack(await bytesOf(zip));
}

// ---- requests

// What a request needs before Python may answer it: the ruleset, and what was kept of the table.
async function prepare({ op, game, link }) {
  if (op === "create" || op === "page") await unpackGame(game);
  if (op !== "open" || restored.has(link)) return;
  restored.add(link);
  await order;
  const rows = await rowsOf(String(link));
  if (!rows.length) return;
  const { game: where } = JSON.parse(rows[0][1]);
  await unpackGame(Object.keys(site.games).find((one) => site.games[one].where === where));
  tables.restore(JSON.stringify(rows));
}

async function answer(text) {
  const message = JSON.parse(text);
  try {
    await prepare(message);
    await tables.receive(text);
  } catch (error) {
    console.error(error);
    const { id } = message;
    inOrder(() => self.postMessage({ text: JSON.stringify({ id, ok: false, error: { code: "lost", text: "", reasons: [] } }) }));
  }
}

// The game that is chosen in the lobby is read as long as nothing else is to be done.
async function warm() {
  const { game, lang } = wanted;
  wanted = null;
  await unpackGame(game);
  if (!waiting.length) await tables.warm(game, lang);
}

let busy = true;
async function work() {
  if (busy) return;
  busy = true;
  while (waiting.length || wanted) await (waiting.length ? answer(waiting.shift()) : warm().catch((error) => console.error(error)));
  busy = false;
}
self.addEventListener("message", ({ data }) => {
  const message = JSON.parse(data);
  if (message.op === "warm") wanted = message;
  else waiting.push(data);
  work();
});
boot().then(() => {
  tell("ready");
  busy = false;
  work();
}, (error) => tell("failed", String(error)));

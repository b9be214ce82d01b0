// The worker of a site: Python, reguli in it, and the tables of this browser. It is given requests as text, and answers as text.

import { keep, rowsOf } from "./kept.js";

const HOME = new URL("..", import.meta.url);
const FOLDER = "/site";
const PACE = 0.5;
const QUIET = 1000;

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
  if (answer.ok && answer.body) count(answer.clone().body);
  // A host that does not know the type of the file would keep the browser from compiling it as it comes; its own answer lets it keep what it compiled.
  const known = !answer.url.endsWith(".wasm") || answer.headers.get("Content-Type") === "application/wasm";
  return known ? answer : new Response(answer.body, { headers: { "Content-Type": "application/wasm" } });
};
async function count(body) {
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    counted.loaded += part.value.byteLength;
    tell("progress", counted);
  }
}
async function bytesOf(path) {
  const answer = await fetch(new URL(path, HOME));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
}

// ---- Python as it was after the first visit had read the package

// A picture of the memory saves most of the start. It lies beside the files of the site, under the digests of what it was made of.
const MODULE = "reguli.web.browser_tables";
const PAGE_SIZE = 65536;
const environment = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" };
const digestOf = (path) => site.files[path]?.[0] ?? "";
const pictureKey = () => new URL(`picture?${digestOf(site.app)}-${digestOf("pyodide/pyodide.asm.wasm")}`, HOME).href;
const pictures = () => caches.open(`reguli-picture ${HOME.pathname}`);

async function keepPicture(picture) {
  const cache = await pictures();
  for (const one of await cache.keys()) await cache.delete(one);
  await cache.put(pictureKey(), new Response(picture));
}
async function keptPicture() {
  const found = site.files["pyodide/pyodide.asm.wasm"] && await (await pictures()).match(pictureKey());
  return found ? new Uint8Array(await found.arrayBuffer()) : null;
}

// The memory of a new machine is smaller than the picture.
function growTo(size) {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const native = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await native(...given);
      const memory = made.instance?.exports.memory;
      if (memory && memory.buffer.byteLength < size) memory.grow(Math.ceil((size - memory.buffer.byteLength) / PAGE_SIZE));
      return made;
    };
  }
}

async function startPython(loadPyodide, settings, archive) {
  const picture = await keptPicture().catch(() => null);
  if (picture) {
    growTo(picture.length);
    try {
      python = await loadPyodide({ ...settings, _loadSnapshot: picture });
      unpack(await archive);
      python.runPython("import random; random.seed()");
      return;
    } catch (error) {
      console.error(error);
    }
  }
  python = await loadPyodide({ ...settings, _makeSnapshot: true });
  unpack(await archive);
  python.runPython(`import gc, sys\ngc.set_threshold(200_000, 10, 10)\nsys.path.insert(0, "${FOLDER}")\nsys.dont_write_bytecode = True\nimport ${MODULE}`);
  try {
    const made = python.makeMemorySnapshot();
    setTimeout(() => keepPicture(made).catch(() => {}), QUIET);
  } catch (error) {
    console.error(error);
  }
}

async function boot() {
  site = await (await own(new URL("site.json", HOME))).json();
  const runtime = new URL(site.runtime, HOME).href;
  counted.total = site.start.reduce((sum, path) => sum + (site.files[path]?.[1] ?? 0), 0);
  const archive = bytesOf(site.app);
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  await startPython(loadPyodide, { indexURL: runtime, env: environment }, archive);
  const where = Object.fromEntries(Object.entries(site.games).map(([game, one]) => [game, one.where]));
  const post = (text) => inOrder(() => self.postMessage({ text }));
  tables = python.pyimport(MODULE).BrowserTables(python.toPy(where), post, (key, text) => inOrder(() => keep(key, text)), PACE);
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

// The game of an address with changed rules.
const sharedGame = (share) => Object.keys(site.games).find((one) => share.startsWith(`${encodeURIComponent(one)}=`));

// What a request needs before Python may answer it: the ruleset, and what was kept of the table.
async function prepare({ op, game, of, share, link }) {
  if (["create", "page", "files", "load", "share"].includes(op)) await unpackGame(share ? sharedGame(share) : of ?? game);
  if (op !== "open" || restored.has(link)) return;
  restored.add(link);
  await order;
  const rows = await rowsOf(String(link));
  if (!rows.length) return;
  const { game: where, share: changes } = JSON.parse(rows[0][1]);
  await unpackGame(changes ? sharedGame(changes) : Object.keys(site.games).find((one) => site.games[one].where === where));
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
  else {
    waiting.push(data);
    wanted = null;
  }
  work();
});
boot().then(() => {
  tell("ready");
  busy = false;
  work();
}, (error) => tell("failed", String(error)));

// The one page of a site: the lobby, then a table in its place, while the worker with its game goes on.

import { html } from "./position.js";
import { browserLanguage, button, byId, fillTexts, preference, speaker } from "./dom.js";
import { remove, tables } from "./kept.js";
import { ask, fetchLobby, sharedRules, site, told } from "./access.js";
import { load } from "./loading.js";

let lobby = await fetchLobby(preference.get("lang", browserLanguage()));
let say = speaker(lobby.texts);

// ---- the table

async function showTable() {
  const answer = await fetch("page/table.html");
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.body.className = parsed.body.className;
  document.body.replaceChildren(...parsed.body.children, byId("loading"), byId("loading_heard"), byId("pass"));
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
  const named = (share, where) => lobby.games.find(({ id }) => (share ? share.startsWith(`${encodeURIComponent(id)}=`) : site.games[id].where === where))?.name;
  const nameOf = ({ share, game }) => (share ? named(share) && say("changed_game", { name: named(share) }) : named(null, game));
  const rows = found.filter(nameOf).map((one) => {
    const { table, begun, seats } = one;
    const row = html("li");
    const people = seats.map(({ name, bot }, seat) => name || bot || say("seat_number", { n: String(seat + 1) })).join(", ");
    const text = `${nameOf(one)}: ${people} (${new Date(begun * 1000).toLocaleString(lobby.lang)})`;
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
  lobby = await fetchLobby(lang);
  say = speaker(lobby.texts);
  if (byId("begun")) showBegun();
}).observe(document.documentElement, { attributeFilter: ["lang"] });

told.addEventListener("table", showTable);
told.addEventListener("ready", () => navigator.serviceWorker?.controller?.postMessage("tidy"));
load((...given) => say(...given));
if (location.hash.length > 1 && !sharedRules()) showTable();
else import("./lobby.js").then(showBegun);

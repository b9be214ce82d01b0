// The editor: the files of a ruleset, what is wrong with them, and the card that they make. Its address has what is changed.

import { html } from "./position.js";
import { Announcer } from "./announce.js";
import { browserLanguage, button, byId, fillTexts, languageMenu, linkRow, paragraph, preference, speaker } from "./dom.js";
import { DRAFT, ask, drawn, fetchLobby, sharedRules } from "./access.js";
import { load } from "./loading.js";

const PAUSE = 500;
const ABOVE = 3;
const LOADED = "changed"; // what the worker calls the ruleset

let lobby = null;
let say = (name) => name;
let rules = null; // `game`, its `files`, and what is `changed` of them
let file = "";
const announcer = new Announcer(byId("heard"));
const announce = (text) => announcer.say(text);
const text = byId("text");

function refuse(message) {
  byId("refused").textContent = message;
  byId("refused").hidden = false;
}

async function speak(lang) {
  lobby = await fetchLobby(lang);
  say = speaker(lobby.texts);
  document.documentElement.lang = lobby.lang;
  document.title = say("edit_title");
  fillTexts(document, say);
  byId("language").replaceChildren(languageMenu(lobby, say, async (chosen) => {
    await speak(chosen);
    if (rules) showRules();
  }));
}

async function open() {
  const share = sharedRules();
  const { lang } = lobby;
  try {
    rules = await ask("files", share ? { share, lang } : { game: decodeURIComponent(location.hash.slice(1)), lang });
  } catch (error) {
    refuse(error instanceof URIError ? say("error_game") : error.message);
    return;
  }
  byId("written").hidden = false;
  byId("result").hidden = false;
  show(Object.keys(rules.changed)[0] ?? Object.keys(rules.files)[0]);
  showRules();
}
function showRules() {
  byId("game").textContent = lobby.games.find(({ id }) => id === rules.game)?.name ?? rules.game;
  showFiles();
  check();
}

// ---- files

const textOf = (name) => rules.changed[name] ?? rules.files[name];
function showFiles() {
  byId("file").replaceChildren(...Object.keys(rules.files).map((name) => (
    html("option", name in rules.changed ? say("edit_changed", { name }) : name, { value: name }))));
  byId("file").value = file;
  byId("back").disabled = !(file in rules.changed);
}
function show(name) {
  file = name;
  text.value = textOf(name);
  text.scrollTop = 0;
  showFiles();
}
function change() {
  if (text.value === rules.files[file]) delete rules.changed[file];
  else rules.changed[file] = text.value;
  byId("shared").replaceChildren();
  showFiles();
}
function goTo(name, line, column) {
  if (name !== file) show(name);
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.focus();
  text.setSelectionRange(start + column - 1, start + (lines[line - 1] ?? "").length);
  text.scrollTop = Math.max(0, line - ABOVE) * parseFloat(getComputedStyle(text).lineHeight);
}

let pause = 0;
text.addEventListener("input", () => {
  change();
  clearTimeout(pause);
  pause = setTimeout(check, PAUSE);
});
byId("file").addEventListener("change", () => show(byId("file").value));
byId("back").addEventListener("click", () => {
  text.value = rules.files[file];
  change();
  check();
  text.focus();
});

// ---- what is wrong, and the card

// One request runs at a time; of those that come meanwhile the last one counts.
let asked = 0;
let running = false;
async function check() {
  asked += 1;
  byId("result").setAttribute("aria-busy", "true");
  if (running) return;
  running = true;
  for (let number = 0; number !== asked;) {
    number = asked;
    await judge(() => number === asked).catch((error) => showFindings([error.message], []));
  }
  running = false;
  byId("result").removeAttribute("aria-busy");
}

async function judge(isLast) {
  const { lang } = lobby;
  const files = { ...rules.changed };
  const share = await address().catch(() => null);
  if (share) history.replaceState(null, "", `#${share}`);
  const about = await ask("load", { game: LOADED, of: rules.game, files, lang });
  if (!isLast()) return;
  if (about.findings.length) {
    showFindings(about.findings, about.places);
    return;
  }
  const card = await ask("page", { game: LOADED, product: "card", lang, options: {} });
  if (!isLast()) return;
  showFindings([], []);
  showCard(card);
}

let heard = "";
function showFindings(findings, places) {
  byId("findings").replaceChildren(...findings.flatMap((said, at) => {
    const [name, line, column] = places[at] ?? [];
    const go = rules.files[name] !== undefined && button(say("edit_go", { place: `${name}:${line}:${column}` }), () => goTo(name, line, column), { class: "quiet" });
    return [...(go ? [go] : []), html("pre", said, { class: "finding" })];
  }), ...(findings.length ? [] : [paragraph(say("bench_no_findings"))]));
  byId("play").disabled = findings.length > 0;
  const said = findings.length ? say("bench_count_findings", { n: String(findings.length) }) : say("bench_no_findings");
  // The same again after each pause would only disturb.
  if (said !== heard) announce(said);
  heard = said;
}

// The page of a card has styles of its own, which this page does not allow: the service worker gives it an address and another policy.
function showCard(card) {
  const frame = byId("card");
  if (!navigator.serviceWorker?.controller) {
    frame.srcdoc = card;
    return;
  }
  const query = `${DRAFT}${crypto.randomUUID()}`;
  drawn.clear();
  drawn.set(query, card);
  frame.contentWindow.location.replace(new URL(`made/${LOADED}/card.html?${query}`, document.baseURI));
}

// ---- sharing

async function address() {
  const { game, changed } = rules;
  if (!Object.keys(changed).length) return encodeURIComponent(game);
  return ask("share", { game, files: changed, lang: lobby.lang });
}
byId("share").addEventListener("click", async () => {
  const place = byId("shared");
  try {
    place.replaceChildren(linkRow(say("edit_link"), new URL(`edit.html#${await address()}`, document.baseURI).href, say, announce));
    place.querySelector("input").select();
  } catch (error) {
    place.replaceChildren(html("p", error.message, { class: "warning", role: "alert" }));
  }
});
byId("play").addEventListener("click", async () => {
  const share = await address().catch(({ message }) => { byId("shared").replaceChildren(paragraph(message, "warning")); });
  if (share) location.assign(`./${share.includes("=") ? `#${share}` : ""}`);
});
window.addEventListener("hashchange", () => location.reload());

await speak(preference.get("lang", browserLanguage()));
load((...given) => say(...given));
open();

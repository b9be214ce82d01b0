// The workbench: a ruleset whose files are watched, its cards in all languages, its numbers, and what a change does.

import { html } from "./position.js";
import { Announcer } from "./announce.js";
import { Connection, SocketChannel } from "./connection.js";
import { botName, browserLanguage, button, byId, fillTexts, keepFocus, labelled, languageMenu, list, menu, paragraph, preference, speaker } from "./dom.js";

const MOST_AT_ONCE = 8;
const GAMES = [50, 100, 200, 500];

let say = (name) => name;
let page = null; // texts and languages
let rules = null; // the last answer about findings and numbers
let revision = 0; // how often the files have changed, so that a browser asks for a card again
const announcer = new Announcer(byId("heard"));
const announce = (text) => announcer.say(text);
const [game, key] = location.hash.slice(1).split(":").map(decodeURIComponent);

const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const connection = new Connection(new SocketChannel(`${scheme}//${location.host}/ws`), () => ({
  op: "bench", game, key, lang: preference.get("lang", browserLanguage()),
}), { table: begin, push: changed, status: showStatus });

function showStatus(name, error) {
  document.body.dataset.connection = name;
  byId("status").textContent = error ? error.text || error.code : page ? say(`status_${name}`) : "";
}

function begin(told) {
  page = told;
  say = speaker(page.texts);
  document.documentElement.lang = page.lang;
  document.title = say("bench_title");
  fillTexts(document, say);
  byId("language").replaceChildren(languageMenu(page, say, () => location.reload()));
  drawForms();
  drawSheets();
  byId("bench").hidden = false;
  refresh();
}

function changed(message) {
  if (message.push !== "changed") return;
  revision += 1;
  refresh();
}

// Ask for all that depends on the files; what is quick is shown first.
async function refresh() {
  for (const card of cards) card.load();
  const told = await tried(connection.ask("findings"), byId("findings"));
  if (!told) return;
  rules = told;
  byId("game").textContent = rules.name ?? game;
  showFindings();
  showChanged();
  byId("names").replaceChildren(...rules.names.map((name) => html("option", undefined, { value: name })));
  if (shownNames.length && rules.digest) showNumbers(shownNames);
  showNotes();
  if (rules.digest) runExamples();
}

async function tried(promise, place) {
  try {
    return await promise;
  } catch (error) {
    place.replaceChildren(html("pre", error.text || say(`error_${error.code}`), { class: "finding", role: "alert" }));
    return null;
  }
}

// ---- findings and examples

const findingList = (findings) => findings.map(({ text }) => html("pre", text, { class: "finding" }));

function showFindings() {
  const { findings } = rules;
  byId("findings").replaceChildren(...(findings.length ? findingList(findings) : [paragraph(say("bench_no_findings"))]));
  announce(findings.length ? say("bench_count_findings", { n: String(findings.length) }) : say("bench_no_findings"));
}

let running = 0;
async function runExamples() {
  running += 1;
  const number = running;
  const place = byId("examples");
  place.setAttribute("aria-busy", "true");
  const told = await tried(connection.ask("examples", {}, 600000), place);
  // Files that were saved meanwhile have begun another run.
  if (!told || number !== running) return;
  place.removeAttribute("aria-busy");
  const text = say("bench_examples_run", { n: String(told.count), failed: String(told.failed.length) });
  place.replaceChildren(paragraph(text), ...told.failed.map(({ id, place: at, findings }) => {
    return html("details", [html("summary", `${id} (${at})`), ...findingList(findings)], { class: "broken" });
  }));
  announce(text);
}

// ---- what was noted at tables

async function showNotes() {
  const place = byId("notes");
  const notes = await tried(connection.ask("notes"), place);
  if (!notes) return;
  const reload = button(say("bench_reload"), showNotes, { "data-key": "reload_notes", class: "quiet" });
  place.replaceChildren(...(notes.length ? [list(notes.map(noteRow), "lines")] : [paragraph(say("bench_no_notes"), "help")]), reload);
}

function noteRow({ number, kind, said, statement }) {
  const told = html("div", undefined, { role: "status" });
  const settle = async (question) => {
    const answer = await tried(connection.ask("settle", { number, question }), told);
    if (answer) told.replaceChildren(paragraph(say("trace_place", { place: answer.file })));
  };
  return [`${number}. ${say(`note_${kind}`)}: ${said} `, ...(statement ? [bookLink(statement), " "] : []),
    button(say("bench_example"), () => settle(false), { "data-key": `example-${number}`, class: "quiet" }), " ",
    button(say("bench_question"), () => settle(true), { "data-key": `question-${number}`, class: "quiet" }), told];
}

// ---- numbers

let shownNames = [];
function drawForms() {
  const name = html("input", undefined, { list: "names", autocomplete: "off", spellcheck: "false", "data-key": "find" });
  byId("find").replaceChildren(labelled(say("bench_find"), name), html("button", say("open"), { type: "submit" }));
  byId("find").onsubmit = (event) => {
    event.preventDefault();
    if (name.value.trim()) showNumbers([name.value.trim()]);
  };
  const games = menu(GAMES.map((number) => [String(number), String(number)]), "100", { "data-key": "games" });
  byId("ask_effects").replaceChildren(labelled(say("bench_games"), games), html("button", say("bench_play"), { type: "submit", class: "main" }));
  byId("ask_effects").onsubmit = (event) => {
    event.preventDefault();
    showEffects(Number(games.value));
  };
}

async function showNumbers(names) {
  shownNames = names.slice(0, MOST_AT_ONCE);
  const place = byId("number");
  const told = [];
  for (const name of shownNames) {
    const one = await tried(connection.ask("number", { name }), place);
    if (!one) return;
    told.push(one);
  }
  keepFocus(() => place.replaceChildren(...told.map(numberRow)));
}

function numberRow(told) {
  const made = html("article", [html("h3", told.name)], { class: "traced" });
  made.append(rules?.changeable && typeof told.value === "number" ? valueForm(told) : paragraph(`${told.value ?? ""} ${told.unit ?? ""}`));
  const rows = [say("trace_place", { place: told.place })];
  if (told.provenance) rows.push(told.provenance);
  rows.push(...told.changed_by);
  rows.push(...told.statements.map(({ id, text }) => [bookLink(id), ` ${text}`]));
  rows.push(...told.rules.map(({ rule, place }) => say("bench_rule", { rule, place })));
  made.append(list(rows, "lines"));
  return made;
}

function bookLink(id) {
  const query = new URLSearchParams({ game, lang: page.lang, revision: String(revision) });
  return html("a", id, { href: `/book?${query}#${encodeURIComponent(id)}`, target: "_blank", rel: "noopener" });
}

function valueForm({ name, value, unit }) {
  const field = html("input", undefined, { type: "number", step: "1", value: String(value), "aria-label": name, "data-key": `value-${name}` });
  const wrong = html("div");
  const form = html("form", [field, html("span", unit ?? ""), html("button", say("bench_change"), { type: "submit", class: "main" })], { class: "row" });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.replaceChildren();
    const told = await tried(connection.ask("change", { name, value: field.valueAsNumber }), wrong);
    if (told) announce(say("bench_written", { name, value: String(told.value), place: told.place }));
  });
  return html("div", [form, wrong]);
}

function showChanged() {
  const place = byId("changed");
  if (!rules.changed.length) {
    place.replaceChildren(...(rules.changeable ? [] : [paragraph(say("bench_shipped"), "help")]));
    return;
  }
  place.replaceChildren(html("h3", say("bench_changed")), list(rules.changed.map(({ name, was, now }) => {
    const row = [button(name, () => showNumbers([name]), { class: "quiet", "data-key": `changed-${name}` }), ` ${say("trace_change", { was: was ?? "–", now })} `];
    if (was !== null && rules.changeable) row.push(button(say("bench_back", { was }), () => tried(connection.ask("change", { name, value: was }), byId("number")), { "data-key": `back-${name}` }));
    return row;
  }), "changes"));
}

// ---- what it does to play

async function showEffects(games) {
  const place = byId("effects");
  place.replaceChildren(paragraph(say("bench_playing", { n: String(games) }), "help"));
  const told = await tried(connection.ask("effects", { games }, 600000), place);
  if (!told) return;
  const format = new Intl.NumberFormat(page.lang, { maximumFractionDigits: 2 });
  const number = (thousandths) => (thousandths === null ? "" : format.format(thousandths / 1000));
  const named = ({ name, seat, label }) => {
    const text = label ? label[0].toUpperCase() + label.slice(1) : page.texts[`bench_figure_${name}`] ?? name.replaceAll("_", " ");
    return seat === null ? text : `${text}, ${say("seat_number", { n: String(seat) })}`;
  };
  const rows = told.figures.map((one) => {
    const row = html("tr", [html("th", named(one), { scope: "row" })], one.noise ? {} : { class: "differs" });
    if (told.compared) {
      const verdict = one.noise ? say("bench_noise") : `${one.difference > 0 ? "▲" : "▼"} ${number(one.difference)} ± ${number(one.spread)}`;
      row.append(html("td", number(one.before)), html("td", number(one.after)), html("td", verdict));
    } else row.append(html("td", `${number(one.after)} ± ${number(one.margin)}`));
    return row;
  });
  const head = html("tr", [html("td"), ...(told.compared ? ["bench_before", "bench_after", "bench_difference"] : ["bench_after"]).map((name) => html("th", say(name), { scope: "col" }))]);
  const table = html("table");
  const top = html("thead");
  const body = html("tbody");
  top.append(head);
  body.append(...rows);
  table.append(top, body);
  const wide = html("div", [table], { class: "wide", tabindex: "0" });
  place.replaceChildren(paragraph(say("bench_played", { n: String(told.games), bot: botName(say, told.bot) }), "help"), wide);
}

// ---- the cards

// A card in a frame: its numbers can be clicked, and sentences that have changed since it was last shown are marked.
class Card {
  #frame;
  #lines = null;

  constructor({ code, name }) {
    this.code = code;
    this.#frame = html("iframe", undefined, { title: `${say("card")} – ${name}`, lang: code });
    this.#frame.addEventListener("load", () => this.#loaded());
    this.element = html("figure", undefined, { class: "card_sheet" });
    this.element.append(html("figcaption", name), this.#frame);
  }

  // While the rules have a mistake, the card stays as it was.
  async load() {
    this.element.setAttribute("aria-busy", "true");
    const query = new URLSearchParams({ game, lang: this.code, revision: String(revision) });
    const address = `/card?${query}`;
    const answer = await fetch(address).catch(() => null);
    this.element.classList.toggle("old", !answer?.ok);
    if (!answer?.ok) {
      this.element.removeAttribute("aria-busy");
      return;
    }
    // The place where somebody reads stays; a frame without a page has none.
    this.at = this.#frame.contentWindow?.scrollY ?? 0;
    this.#frame.contentWindow.location.replace(address);
  }

  #loaded() {
    const inside = this.#frame.contentDocument;
    if (!inside?.querySelector("[data-values], [data-says]")) return;
    this.element.removeAttribute("aria-busy");
    const lines = [...inside.querySelectorAll("[data-says], [data-values]")];
    const texts = new Map(lines.map((line, at) => [`${line.dataset.says ?? ""} ${line.dataset.values ?? ""} ${at}`, line.textContent]));
    for (const [at, line] of lines.entries()) {
      const before = this.#lines?.get([...texts.keys()][at]);
      if (this.#lines && before !== line.textContent) line.style.cssText = "background:#fff3bf;outline:2px solid #b58900;color:#1d2326";
      const names = numbersOf(line);
      if (!names.length) continue;
      line.style.cursor = "pointer";
      line.addEventListener("click", (event) => {
        event.preventDefault();
        showNumbers(names);
        byId("number").scrollIntoView({ block: "nearest" });
      });
    }
    this.#lines = texts;
    this.#frame.contentWindow.scrollTo(0, this.at ?? 0);
  }
}

// The names of the numbers that a line of a card is made of.
function numbersOf(line) {
  const ids = (line.dataset.values ?? "").split(" ");
  return [...new Set(ids.map((id) => /^(?:constant|table|field):(.+)$/.exec(id)?.[1]).filter(Boolean))];
}

let cards = [];
function drawSheets() {
  // The card in the language of the page is the first, since it is made first.
  const codes = [...page.languages].sort((one, other) => (other.code === page.lang) - (one.code === page.lang));
  cards = codes.map((one) => new Card(one));
  byId("cards").replaceChildren(...cards.map((card) => card.element));
  const show = (name) => {
    byId("cards").hidden = name !== "cards";
    byId("tables").hidden = name !== "tables";
    for (const one of byId("shown").children) one.setAttribute("aria-pressed", String(one.dataset.key === name));
    if (name === "tables") openTable();
  };
  byId("shown").replaceChildren(...["cards", "tables"].map((name) => button(say(`bench_${name}`), () => show(name), { "data-key": name, "aria-pressed": String(name === "cards") })));
}

// ---- a table at which bots play by the rules as they are

async function openTable() {
  const place = byId("tables");
  if (place.childElementCount) return;
  place.replaceChildren(paragraph(say("reading"), "help"));
  const about = await (await fetch(`/api/game?${new URLSearchParams({ game, lang: page.lang })}`)).json();
  const [players] = about.players ?? [0];
  const options = Object.fromEntries((about.options ?? []).map((option) => [option.id, option.default]));
  const seats = Array.from({ length: players }, () => ({ name: "", bot: about.bots[0] }));
  const body = JSON.stringify({ game, players, options, seats, lang: page.lang });
  const answer = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const links = await answer.json();
  if (!answer.ok) {
    place.replaceChildren(paragraph(links.error?.text ?? answer.statusText));
    return;
  }
  place.replaceChildren(html("iframe", undefined, { src: `/table#${links.host}`, title: say("bench_tables") }),
    button(say("another_table"), () => { place.replaceChildren(); openTable(); }, { class: "quiet" }));
}

window.addEventListener("hashchange", () => location.reload());
connection.start();

// The lobby: choose a game, its options and its players, and get a link for each seat.

import { html } from "./position.js";
import { Announcer } from "./announce.js";
import { botMenu, browserLanguage, button, byId, fillTexts, keepFocus, labelled, languageMenu, list, menu, paragraph, preference, sayLoading, speaker } from "./dom.js";
import { fetchStatements, linkRows } from "./panels.js";
import { editAddress, fetchGame, fetchGames, orderTable } from "./access.js";

const announcer = new Announcer(byId("heard"));
const announce = (text) => announcer.say(text);

const MOST_REMEMBERED = 10;
// Under these names a server is known to its own machine only.
const LOCAL = ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"];

let say = (name) => name;
let lobby = null; // the answer about all games
let game = null; // the chosen game with its options and bots
// What is being chosen; names and bots of seats are kept when there are fewer for a while.
const order = { game: null, players: 0, options: {}, seats: [] };

// ---- the host

async function open(lang) {
  try {
    lobby = await fetchGames(lang);
    byId("waiting").hidden = true;
  } catch (error) {
    byId("waiting").hidden = true;
    showFailure([error.message]);
    byId("lobby").hidden = false;
    return;
  }
  say = speaker(lobby.texts);
  document.documentElement.lang = lobby.lang;
  document.title = say("lobby_title");
  fillTexts(document, say);
  keepFocus(() => byId("language").replaceChildren(languageMenu(lobby, say, open)));
  byId("lobby").hidden = false;
  showRemembered();
  await choose(order.game ?? lobby.games[0].id);
}

// A long list of games comes without what only the chosen one needs.
async function detailsOf(id) {
  const listed = lobby.games.find((one) => one.id === id);
  return listed.options ? listed : fetchGame(id, lobby.lang);
}

// How many games were chosen: an answer about an earlier one comes too late.
let chosen = 0;
async function choose(id) {
  chosen += 1;
  const number = chosen;
  let found;
  keepFocus(() => byId("form").replaceChildren(gameField(id), paragraph(say("reading"), "help")));
  try {
    found = await detailsOf(id);
  } catch (error) {
    found = { id, players: [0, 0], options: [], bots: [], findings: [error.message] };
  }
  if (number !== chosen) return;
  game = found;
  if (order.game !== id) {
    order.game = id;
    order.players = game.players[0];
    order.options = Object.fromEntries(game.options.map((option) => [option.id, option.default]));
  }
  showFailure(game.findings);
  statements = new Map();
  draw();
  if (!game.options.some(({ cites }) => cites.length)) return;
  const told = await fetchStatements({ game: id, lang: lobby.lang, options: {} });
  if (number !== chosen) return;
  statements = told;
  draw();
}
// The sentences of the rulebook that say what an option is about.
let statements = new Map();

async function create(event) {
  event.preventDefault();
  showFailure([]);
  const submit = event.target.querySelector("[type=submit]");
  submit.disabled = true;
  const told = html("p", say("preparing"), { class: "help", role: "status" });
  submit.after(told);
  announce(told.textContent);
  const { players, options } = order;
  const seats = seatsChosen();
  try {
    const links = await orderTable({ game: order.game, players, options, seats, lang: lobby.lang });
    if (links) {
      remember({ game: game.name, links, seats, made: Date.now() });
      showLinks(game.name, links, seats);
    }
  } catch (error) {
    showFailure([error.message]);
  }
  told.remove();
  submit.disabled = false;
}

function seatsChosen() {
  return Array.from({ length: order.players }, (_, seat) => ({ name: order.seats[seat]?.name ?? "", bot: order.seats[seat]?.bot ?? null }));
}

// ---- drawing

function draw() {
  const playable = game.findings.length === 0;
  const fields = [gameField(order.game)];
  if (playable) fields.push(playersField(), ...game.options.map(optionField), seatsField());
  const submit = html("button", say("create"), { type: "submit", class: "main" });
  submit.disabled = !playable;
  const rules = editAddress(order.game);
  if (rules) fields.push(html("a", say("edit_title"), { href: rules, class: "button", "data-key": "edit" }));
  keepFocus(() => byId("form").replaceChildren(...fields, submit));
}

function gameField(id) {
  const field = menu(lobby.games.map((one) => [one.id, one.name]), id, { "data-key": "game" });
  field.addEventListener("change", () => choose(field.value));
  return labelled(say("game"), field);
}

function playersField() {
  const [least, most] = game.players;
  const numbers = Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
  const field = menu(numbers.map((number) => [number, number]), String(order.players), { "data-key": "players" });
  field.addEventListener("change", () => {
    order.players = Number(field.value);
    draw();
  });
  return labelled(say("players"), field);
}

function optionField({ id, said, values, cites }) {
  // A value may be true or false, which a menu holds as text only.
  const texts = values.map(({ value, said: text }) => [String(value), text]);
  const field = menu(texts, String(order.options[id]), { "data-key": `option-${id}` });
  field.addEventListener("change", () => {
    order.options[id] = values.find(({ value }) => String(value) === field.value).value;
  });
  const about = cites.map((one) => statements.get(one)).filter(Boolean).join(" ");
  if (!about) return labelled(said, field);
  field.setAttribute("aria-describedby", `about-${id}`);
  return html("div", [labelled(said, field), html("p", about, { class: "help", id: `about-${id}` })], { class: "option" });
}

function seatsField() {
  return html("fieldset", [html("legend", say("seats")), ...Array.from({ length: order.players }, (_, seat) => seatRow(seat))]);
}

function seatRow(seat) {
  order.seats[seat] ??= { name: "", bot: null };
  const one = order.seats[seat];
  const number = String(seat + 1);
  const name = html("input", undefined, { type: "text", maxlength: 40, autocomplete: "off", value: one.name, "data-key": `name-${seat}` });
  name.addEventListener("input", () => { one.name = name.value; });
  const who = botMenu(say, game.bots, one.bot, { "data-key": `who-${seat}` });
  one.bot = who.value || null;
  who.addEventListener("change", () => { one.bot = who.value || null; });
  return html("div", [html("span", number, { class: "number", "aria-hidden": "true" }), labelled(say("name"), name), labelled(say("played_by"), who)], { class: "seat_row", role: "group", "aria-label": say("seat_number", { n: number }) });
}

function showFailure(lines) {
  byId("failed").replaceChildren(...(lines.length ? [list(lines)] : []));
}

// A page that is loaded again has no table any more: this browser keeps the links of the last ones.
const remembered = () => JSON.parse(preference.get("tables", "[]"));
function remember(table) {
  preference.set("tables", JSON.stringify([table, ...remembered()].slice(0, MOST_REMEMBERED)));
}
function showRemembered() {
  const tables = remembered();
  byId("yours").hidden = tables.length === 0;
  const when = new Intl.DateTimeFormat(lobby.lang, { dateStyle: "medium", timeStyle: "short" });
  byId("yours").replaceChildren(html("h2", say("your_tables")), list(tables.map(({ game: name, links, seats, made }, at) => [
    button(`${name}, ${when.format(made)}`, () => showLinks(name, links, seats), { "data-key": `table-${at}`, class: "quiet" })])));
}

function showLinks(name, links, seats) {
  const place = byId("links");
  const title = html("h2", say("links_title", { game: name }), { tabindex: "-1" });
  const names = seats.map(({ name }, seat) => name || say("seat_number", { n: String(seat + 1) }));
  const again = button(say("another_table"), () => {
    place.hidden = true;
    byId("lobby").hidden = false;
    showRemembered();
    byId("form").querySelector("select").focus();
  }, { class: "quiet" });
  const only = LOCAL.includes(location.hostname) ? [paragraph(say("links_local"), "warning")] : [];
  place.replaceChildren(title, paragraph(say("links_help")), ...only, ...linkRows(links, seats, names, { say, announce }), paragraph(say("links_host"), "help"), again);
  byId("lobby").hidden = true;
  byId("yours").hidden = true;
  place.hidden = false;
  title.focus();
}

byId("form").addEventListener("submit", create);
sayLoading(byId("waiting"));
open(preference.get("lang", browserLanguage()));

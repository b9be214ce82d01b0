// The parts of the table besides board, moves and log: seats, ranking, questions, notes and what the host may do.

import { html } from "./position.js";
import { addressOf } from "./access.js";
import { botMenu, button, labelled, linkRow, list, menu, paragraph } from "./dom.js";

const NOTES = ["unclear", "long", "no_choice", "slip", "good"];
const ENDS = ["best", "hard", "change"];
// Letters of a sentence that a list of statements shows.
const BEGINNING = 90;

// ---- seats

export function showSeats(place, { seats, decision }, me, { say, sign, names }) {
  place.replaceChildren(...seats.map(({ bot, present }, seat) => {
    const turn = decision !== null && decision.seat === seat;
    const item = html("li", undefined, turn ? { class: "turn", "aria-current": "true" } : {});
    const about = [seat === me ? say("you") : null, bot ? say("bot") : present === false ? say("away") : null, turn ? say("on_turn") : null].filter(Boolean);
    item.append(sign(seat), html("strong", names[seat]));
    if (about.length) item.append(html("small", about.join(", ")));
    if (!bot && present === false) item.classList.add("away");
    return item;
  }));
}

// ---- the end

export function showRanking(place, { over, ranking, sheet }, data, say, citesOf) {
  place.hidden = !over;
  if (!over) return;
  const titles = data.criteria.map((text, at) => data.ranked[at] || text);
  const rows = ranking.map((one) => [one.place ? String(one.place) : "–", data.seats[one.seat], ...one.values.map(String)]);
  const first = ranking.filter(({ place: at }) => at === 1).map(({ seat }) => data.seats[seat]);
  const result = say(first.length > 1 ? "first_shared" : first.length ? "first_alone" : "first_none", { names: first.join(", ") });
  const shown = [html("h2", say("ranking")), paragraph(result, "outcome"), paragraph(`${data.winner}.`, "help"), tableOf(say("ranking"), [say("place"), say("player"), ...titles], rows, 1)];
  for (const [at, title] of titles.entries()) {
    const lines = sheet.filter(({ criterion }) => criterion === at);
    if (!lines.length) continue;
    const order = ranking.map(({ seat }) => seat);
    const parts = lines.map(({ text, cites, values }) => [[text, ...citesOf(cites)], ...order.map((seat) => String(values[seat]).replace("-", "−"))]);
    const sums = order.map((seat) => String(ranking.find((one) => one.seat === seat).values[at]));
    shown.push(html("h3", say("score_sheet")), tableOf(say("score_sheet"), ["", ...order.map((seat) => data.seats[seat])], [...parts, [title, ...sums]], 0));
  }
  place.replaceChildren(...shown, html("a", say("another_table"), { href: "./", class: "button" }));
}

// A table with a head row; the cells of column `named` name their rows. A long one scrolls in its frame.
function tableOf(label, titles, rows, named) {
  const line = (cells, tag) => {
    const row = html("tr");
    row.append(...cells.map((cell, at) => {
      return html(tag ?? (at === named ? "th" : "td"), [cell].flat(), tag ? { scope: "col" } : at === named ? { scope: "row" } : {});
    }));
    return row;
  };
  const head = html("thead", [line(titles, "th")]);
  const body = html("tbody", rows.map((cells) => line(cells)));
  const table = html("table", [head, body], { class: "ranking" });
  // What scrolls needs a stop of the tab key.
  return html("div", [table], { class: "wide", tabindex: "0", role: "group", "aria-label": label });
}

// ---- taking back

// `answer(agree)` sends what this viewer says to the question.
export function showUndo(place, undo, me, { say, seats, answer, sentence }) {
  place.className = undo ? "asked" : "";
  if (!undo) {
    place.replaceChildren();
    return;
  }
  const move = sentence(undo.to);
  const shown = [paragraph(say(undo.by === me ? "undo_asked" : "undo_question", { name: seats[undo.by], n: String(undo.to) })), ...(move ? [paragraph(move, "help")] : [])];
  if (undo.revealed) shown.push(paragraph(`⚠ ${say("undo_revealed")}`, "warning"));
  shown.push(paragraph(say("undo_waits", { names: undo.waits.map((seat) => seats[seat]).join(", ") }), "help"));
  if (undo.waits.includes(me)) {
    shown.push(button(say("agree"), () => answer(true), { "data-key": "agree" }), button(say("refuse"), () => answer(false), { "data-key": "refuse" }));
  } else if (undo.by === me) shown.push(button(say("withdraw"), () => answer(false), { "data-key": "withdraw" }));
  place.replaceChildren(...shown);
}

// ---- notes

// Return the sentences of a rulebook by the ids of their statements, in its order.
export async function fetchStatements(game) {
  const answer = await fetch(addressOf("book", game)).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  // A page is not allowed the styles of another, not even of one that it only reads.
  const book = new DOMParser().parseFromString(text.replaceAll(/<style[^]*?<\/style>/g, ""), "text/html");
  return new Map([...book.querySelectorAll(".sentence[data-says^='statement:']")].map((one) => [one.id, one.textContent]));
}

// `send(kind, text, statement)` and `statements()` return promises. A statement is found by its number or any of its words; `offer(cites)` of the
// form sets those that come first.
export function noteForm(say, send, statements) {
  const kind = menu(NOTES.map((name) => [name, say(`note_${name}`)]), NOTES[0]);
  const known = html("datalist", undefined, { id: "statements" });
  const statement = html("input", undefined, { list: "statements", autocomplete: "off", "data-key": "statement" });
  const text = html("textarea", undefined, { rows: 3, maxlength: 2000 });
  let sentences = null;
  let first = [];
  const form = sheet(say, async () => {
    await send(kind.value, text.value, statement.value.trim().split(" ")[0] || null);
    text.value = "";
  });
  form.prepend(labelled(say("note_kind"), kind), labelled(say("note_statement"), statement), known, labelled(say("note_text"), text));
  const beginning = (said) => (said.length > BEGINNING ? `${said.slice(0, BEGINNING)}…` : said);
  const fill = () => known.replaceChildren(...[...new Set([...first, ...sentences?.keys() ?? []])].map((id) => (
    html("option", undefined, { value: `${id} ${beginning(sentences?.get(id) ?? "")}`.trim() }))));
  const check = () => statement.setCustomValidity(!statement.value || !sentences?.size || sentences.has(statement.value.trim().split(" ")[0]) ? "" : say("note_no_such"));
  statement.addEventListener("input", check);
  statement.addEventListener("focus", async () => {
    sentences ??= await statements();
    fill();
  });
  form.offer = (cites) => {
    first = cites;
    fill();
  };
  return form;
}

// The questions when a game is over; what is left empty is not sent.
export function endForm(say, send) {
  const fields = ENDS.map((kind) => [kind, html("textarea", undefined, { rows: 2, maxlength: 2000 })]);
  const form = sheet(say, async () => {
    for (const [kind, text] of fields.filter(([, one]) => one.value.trim())) {
      await send(kind, text.value, null);
      text.value = "";
    }
  });
  form.prepend(...fields.map(([kind, text]) => labelled(say(`note_${kind}`), text)));
  return form;
}

// A form with a button, and a place that says what came of it.
function sheet(say, send) {
  const told = html("p", "", { role: "status" });
  const form = html("form", [html("button", say("send"), { type: "submit" }), told]);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await send();
      told.textContent = say("note_sent");
    } catch (error) {
      told.textContent = error.text || say(`error_${error.code}`);
    }
  });
  return form;
}

// ---- the host

const tableAddress = (link) => new URL(`/table#${link}`, location.href).href;

// The rows of all links: of the seats of people, of watchers and of the host.
export function linkRows(links, seats, names, { say, announce }) {
  const row = (name, link) => linkRow(name, tableAddress(link), say, announce);
  const people = links.seats.flatMap((link, seat) => (seats[seat].bot ? [] : [row(names[seat], link)]));
  return [...people, row(say("link_watch"), links.watch), row(say("link_host"), links.host)];
}

// `give(seat, bot)` gives a seat to a bot, or with null to a person.
export function seatRows(seats, names, bots, { say, give }) {
  return list(seats.map(({ bot }, seat) => {
    const field = botMenu(say, bots, bot, { "data-key": `seat-${seat}` });
    field.addEventListener("change", () => give(seat, field.value || null));
    return labelled(names[seat], field);
  }), "seat_rows");
}

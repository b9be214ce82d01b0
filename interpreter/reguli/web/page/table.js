// The table of a game: what the host tells, drawn; what the viewer does, asked of the host.

import { html, positionView } from "./position.js";
import { Announcer } from "./announce.js";
import { Connection } from "./connection.js";
import { botName, browserLanguage, button, byId, fillTexts, keepFocus, labelled, languageMenu, paragraph, preference, reveal, sayLoading, speaker } from "./dom.js";
import { Log } from "./log.js";
import { Moves } from "./moves.js";
import { elementsIn, markObjects, watchObjects } from "./objects.js";
import { TELLS_RULES, addressOf, fetchFaces, fetchRules, openChannel } from "./access.js";
import { listRules, watchRests } from "./tooltips.js";
import { endForm, fetchStatements, linkRows, noteForm, seatRows, showRanking, showSeats, showUndo } from "./panels.js";

const ZOOMS = [100, 150, 200, 300];
const MOST_ELSEWHERE = 60;
// Statements that are linked below a question.
const MOST_CITED = 6;
// Pixels that a line of text on the board needs to be read.
const READABLE = 9;
// Milliseconds that a notice stands which says what came of a request.
const PASSING = 8000;

let table = null; // the last TABLE
let state = null; // the game as it stands
let branch = null; // a private copy of it, with moves of all seats
let looking = null; // { at, position, changed, step } while looking back
let say = (name) => name;
let view = null;
let zoom = 0;

const announcer = new Announcer(byId("heard"));
const announce = (text) => announcer.say(text);
const root = byId("table");
const shown = () => branch ?? state;
const label = (kind, id) => view.label(kind, id);
const redrawn = (draw) => keepFocus(() => { draw(); mark(); }, byId("question"));
const mySeat = () => (branch && branch.decision ? branch.decision.seat : table.me.seat);
const gameShown = () => ({ game: table.table.game, lang: table.lang, options: table.table.options });
const bookOf = (page, statement) => addressOf(page, gameShown(), statement);

// ---- the host

const connection = new Connection(openChannel(), () => ({
  link: location.hash.slice(1),
  lang: preference.get("lang", browserLanguage()),
}), { table: takeTable, push: takePush, status: showStatus });
// Ask about the position on the screen. Nobody is told of what happens in the private copy; its new state is the answer.
async function askHere(op, keys) {
  const told = await connection.ask(op, { at: shown().at, ...(branch ? { branch: true } : {}), ...keys });
  if (told && told.branch) redrawn(() => takeBranch(told));
  return told;
}

const moves = new Moves({ choice: byId("choice"), all: byId("all"), answer: byId("answer") }, {
  say: (name, gaps) => say(name, gaps),
  label,
  announce,
  redrawn,
  book: (statement) => bookOf("book", statement),
  apply: (move) => askHere("apply", move),
  // The number of a request is its `id`, so that the one of an element has another name.
  why: (kind, id) => askHere("why", { kind, element: id }),
  preview: (move) => askHere("preview", move),
  described,
  does,
  faceOf: (kind, id) => view.faceOf(kind, id),
  unavailable,
  revealed,
  marked: () => root.querySelector(".can"),
  marksSeen: () => [...root.querySelectorAll(".can")].some((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  }),
});
// A value before and after; of many things only those that go and come.
function described({ path, was, now }) {
  const name = view.fieldName(path);
  if (![was, now].every((value) => Array.isArray(value) && !value.some((one) => typeof one === "object"))) return `${name}: ${was === 0 ? "0" : view.said(path, was)} → ${now === 0 ? "0" : view.said(path, now)}`;
  const without = (all, others) => others.reduce((left, one) => (left.includes(one) ? left.toSpliced(left.indexOf(one), 1) : left), all);
  const [gone, come] = [without(was, now), without(now, was)];
  return `${name}: ${[...gone.length ? [`− ${view.said(path, gone)}`] : [], ...come.length ? [`+ ${view.said(path, come)}`] : []].join(", ")}`;
}
const log = new Log(byId("log"), { say: (name, gaps) => say(name, gaps), look, nameOf: (seat) => table.data.seats[seat], earlier: (to) => tried(connection.ask("steps", { to })) });

// ---- what the host tells

function takeTable(told) {
  const first = table === null;
  table = told;
  say = speaker(table.texts);
  branch = null;
  looking = null;
  document.documentElement.lang = table.lang;
  redrawn(() => {
    setUp();
    takeState(table.state, true);
  });
  root.hidden = false;
  byId("waiting").hidden = true;
  // What is hidden cannot be scrolled.
  log.toEnd();
  if (first) announce(byId("turn").textContent);
  fitBoard();
  showFaces(bookOf("faces"));
}

// Pieces have their names until their faces have come, which the server may have to print first. What was chosen meanwhile stays.
async function showFaces(address) {
  const faces = await fetchFaces(address);
  if (!faces || address !== bookOf("faces")) return;
  view.takeFaces(faces);
  redrawn(() => { drawPosition(); showElsewhere(); moves.refresh(); });
}

function takePush(message) {
  if (message.push === "table") takeRules(message);
  if (message.push !== "state" || !table) return;
  // People at one device: it is another one now who sees the table.
  if (message.me) Object.assign(table, { me: message.me });
  redrawn(() => takeState(message.state, Boolean(message.me)));
  if (message.me) announce(`${byId("turn").textContent} ${state.decision?.question ?? ""}`);
}

// The files of the ruleset have changed, and the game was played again.
function takeRules({ table: told, held }) {
  takeTable(told);
  announceNotice(held === null ? say("bench_replayed") : say("bench_held", { n: String(held + 1) }));
}

// A bar that stays until somebody closes it, or another takes its place. One that passes by stands at the moves for a while.
function announceNotice(text, passes = false) {
  const made = bar(text, [button(say("close"), () => made.remove(), { "data-key": "notice" })]);
  made.classList.add("notice");
  byId(passes ? "passing" : "notices").replaceChildren(made);
  if (passes) setTimeout(() => made.remove(), PASSING);
  announce(text);
}

function takeState(told, whole) {
  const fresh = log.take(told, whole);
  const mineBefore = !whole && state && state.decision && state.decision.mine;
  if (!whole && state?.undo && !told.undo && told.at === state.at) announceNotice(say("undo_over"), true);
  const { seat: me } = table.me;
  if (!whole && state && me !== null && Boolean(state.seats[me].bot) !== Boolean(told.seats[me].bot)) announceNotice(say(told.seats[me].bot ? "seat_taken" : "seat_back"));
  state = told;
  if (state.undo?.waits.includes(me)) setFolded(false);
  if (!whole) {
    for (const step of fresh) if (step.seat !== null && step.seat !== table.me.seat) announce(step.move);
    if (state.decision && state.decision.mine && !mineBefore) announce(`${say("your_turn")} ${state.decision.question}`);
    if (state.over) announce(say("over"));
  }
  // A viewer who looks back or tries something is not torn away from it.
  if (!looking && !branch) draw();
  else showFrame();
}

function takeBranch(told) {
  branch = told;
  looking = null;
  draw();
}

// ---- drawing

function setUp() {
  fillTexts(document, say);
  byId("game").textContent = table.table.ruleset.name;
  byId("book").href = bookOf("book");
  byId("card").href = bookOf("card");
  byId("language").replaceChildren(languageMenu(table, say, changeLanguage));
  showKeys();
  const send = (kind, text, statement) => connection.ask("note", { at: looking ? looking.at : state.at, kind, text, statement });
  byId("note").querySelector("div").replaceChildren(noteForm(say, send, () => fetchStatements(gameShown())));
  byId("end").querySelector("div").replaceChildren(endForm(say, send));
  byId("host").hidden = !table.me.host;
  byId("host").open = false;
  asked = new Map();
  byId("spaces").open = false;
  byId("spaces").hidden = !TELLS_RULES;
  setUpBoard();
}

function setUpBoard() {
  const { board } = table;
  const around = byId("board_part");
  around.hidden = board === null;
  root.classList.toggle("without", board === null);
  byId("legend").replaceChildren();
  const drawn = board === null ? undefined : boardElement(board);
  if (drawn) around.querySelector(".boarded").replaceChildren(drawn);
  view = positionView(table.data, { board: drawn, told: byId("board_text"), legend: byId("legend"), tables: byId("position"), tells: true });
  byId("zoom").replaceChildren(
    button("−", () => setZoom(zoom - 1), { "aria-label": say("smaller") }), button("+", () => setZoom(zoom + 1), { "aria-label": say("larger") }));
  byId("legend").append(html("li", say("changed")));
  setZoom(zoom);
}

// The drawing comes as markup of the host, which escaped every name in it; it is parsed apart from the page, where no script runs.
function boardElement({ box, drawing }) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${drawing}</svg>`, "text/html");
  const drawn = document.adoptNode(parsed.querySelector("svg"));
  drawn.setAttribute("class", drawing ? "board map" : "board");
  drawn.setAttribute("viewBox", box.join(" "));
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", say("board_title"));
  drawn.setAttribute("aria-describedby", "board_text");
  return drawn;
}

// A board whose names are too small to be read where it is drawn as a whole gets all the room that there is.
function fitBoard() {
  root.classList.remove("large");
  const drawn = byId("board_part").querySelector("svg");
  const scale = drawn?.getScreenCTM()?.a ?? 0;
  const sizes = [...drawn?.querySelectorAll("text") ?? []].filter((one) => one.textContent.length > 2).map((one) => parseFloat(getComputedStyle(one).fontSize) * scale);
  // A few small remarks do not count.
  const small = sizes.sort((one, other) => one - other)[Math.floor(sizes.length / 4)];
  root.classList.toggle("large", small * 100 < READABLE * ZOOMS[zoom]);
}

function setZoom(wanted) {
  const around = byId("board_part").querySelector(".boarded");
  const middle = [(around.scrollLeft + around.clientWidth / 2) / around.scrollWidth, (around.scrollTop + around.clientHeight / 2) / around.scrollHeight];
  zoom = Math.max(0, Math.min(ZOOMS.length - 1, wanted));
  const drawn = around.querySelector("svg");
  if (!drawn) return;
  drawn.classList.toggle("zoomed", zoom > 0);
  drawn.style.setProperty("--zoom", `${ZOOMS[zoom]}%`);
  const [smaller, larger] = byId("zoom").children;
  smaller.disabled = zoom === 0;
  larger.disabled = zoom === ZOOMS.length - 1;
  // What was in the middle stays there.
  around.scrollTo(middle[0] * around.scrollWidth - around.clientWidth / 2, middle[1] * around.scrollHeight - around.clientHeight / 2);
}

function drawPosition() {
  const seen = looking ?? shown();
  view.show(seen.position, { changed: seen.changed, parts: seen.parts }, mySeat());
  placePanels();
  // A table that is wider than its frame is scrolled by keyboard, too.
  const frames = [...root.querySelectorAll(".wide")].map((frame) => [frame, frame.scrollWidth > frame.clientWidth]);
  for (const [frame, wide] of frames) if (wide) frame.tabIndex = 0;
}

// Draw what is to be seen: the present, a position of the past, or the private copy.
function draw() {
  const now = shown();
  drawPosition();
  byId("era").textContent = now.over && !looking ? "" : view.era(looking ? looking.step ?? eraOf(looking.position) : now);
  for (const place of document.querySelectorAll(".progress")) place.textContent = looking ? "" : progressLine(now.progress);
  byId("last").textContent = looking || now.over ? "" : log.last;
  showSeats(byId("seats"), now, table.me.seat, { say, sign: view.sign, names: table.data.seats });
  showRanking(byId("ranking"), now, table.data, say, (cites) => moves.citesOf(cites));
  showTurn(now);
  moves.show(now, idleText(now));
  if (looking && !now.over) byId("choice").append(button(say("to_now"), () => look(null), { "data-key": "look_now", class: "main" }));
  const seen = looking ?? now;
  byId("own").replaceChildren(...(mySeat() === null ? [] : [view.shortPanel(mySeat(), seen.position, { changed: seen.changed })]));
  showElsewhere();
  showFrame();
  showActions(now);
  mark();
}
// How far the values are that end the game, and those that begin its next stage.
const progressLine = (progress) => ["stage", "end"].flatMap((until) => {
  const found = progress.filter((one) => one.until === until);
  const parts = found.map(({ label, value, limit }) => say("progress_of", { label, value: String(value), limit: String(limit) }));
  return parts.length ? [`${found[0].name ?? say("end_of_game")}: ${parts.join(", ")}`] : [];
}).join(" · ");

const eraOf = (position) => ({ round: position["facts/round"], phase: position["facts/phase"], stage: position["facts/stage"] });

// What belongs to all lies next to the board, and what is one's own before everybody else's.
function placePanels() {
  const position = byId("position");
  const mine = [...position.querySelectorAll(".seats > .seat")].filter((one) => one.dataset.id === table.data.seat_ids[mySeat()]);
  const common = [...position.querySelectorAll(":scope > .seat")];
  byId("mine").lastElementChild.replaceChildren(...mine);
  byId("mine").hidden = mine.length === 0;
  byId("shared").lastElementChild.replaceChildren(...common);
  byId("shared").hidden = common.length === 0;
  const { decision } = shown();
  for (const panel of root.querySelectorAll(".seat[data-kind=player]")) {
    panel.classList.toggle("turn", decision !== null && panel.dataset.id === table.data.seat_ids[decision.seat]);
  }
}

// What a move needs and no drawing shows, such as an empty space beside the board, lies next to the moves.
function showElsewhere() {
  const place = byId("elsewhere");
  place.replaceChildren();
  const drawn = new Set(elementsIn(root).map(({ dataset }) => `${dataset.kind} ${dataset.id}`));
  const kinds = new Map();
  for (const { kind, id } of moves.selection.elements) {
    if (!drawn.has(`${kind} ${id}`)) kinds.set(kind, [...kinds.get(kind) ?? [], id]);
  }
  // What only says how something drawn is used is asked when that has been chosen.
  const isDrawn = ({ kind, value }) => kind !== null && [value].flat().some((id) => drawn.has(`${kind} ${id}`));
  const follows = (kind) => moves.selection.actions.every(({ arguments: settled }) => !settled.some((one) => one.kind === kind) || settled.some((one) => one.kind !== kind && isDrawn(one)));
  for (const [kind, ids] of kinds) {
    if (follows(kind)) continue;
    const made = html("div", undefined, { class: "chips" });
    for (const id of ids.slice(0, MOST_ELSEWHERE)) {
      const about = aboutOf(kind, id);
      const thing = html("span", about ? `${label(kind, id)}: ${about}` : label(kind, id), { class: "thing" });
      thing.dataset.kind = kind;
      thing.dataset.id = id;
      made.append(thing);
    }
    place.append(html("h3", table.data.kinds[kind] ?? say("elsewhere")), made);
  }
}

const nameOfSeat = (seat) => table.data.seats[seat] ?? "";
function showTurn({ decision, over }) {
  const mine = decision !== null && decision.mine;
  // Who waits reads what another is asked, where the question itself does not say whose it is.
  byId("asks").textContent = decision && !mine && decision.asked && !over ? say("asks_of", { name: nameOfSeat(decision.seat) }) : "";
  byId("turn").textContent = looking ? say("looking", { at: String(looking.at), last: String(state.at) }) : over ? say("over") : mine ? say("your_turn") : decision ? say("turn_of", { name: nameOfSeat(decision.seat) }) : "";
  // Whose turn it is belongs to the present, which is not on the screen while somebody looks back.
  byId("turn").classList.toggle("mine", mine && !branch && !looking);
  const question = looking ? byId("turn").textContent : over ? say("over") : decision?.question ?? "";
  // A new question is read from its beginning.
  if (byId("question").textContent !== question) byId("moves").parentElement.scrollTop = 0;
  byId("question").textContent = question;
  const { about = [], cites = [] } = (looking ? null : decision) ?? {};
  byId("about").replaceChildren(...about.map(({ label: name, kind, value }) => {
    const row = html("li", `${name ?? say("still_asked")}: `);
    row.append(...(kind === null ? [html("b", String(value))] : [value].flat().map((id) => view.brief(kind, id))));
    return row;
  }));
  byId("cites").replaceChildren(...moves.citesOf(cites.slice(0, MOST_CITED)));
  byId("note").querySelector("form").offer(cites);
  byId("end").hidden = !over || branch !== null;
  document.title = `${mine ? "● " : ""}${byId("turn").textContent} – ${table.table.ruleset.name}`;
}

// The sentence that stands in place of moves; null where this viewer may choose one.
function idleText({ decision, actions, over, paused }) {
  if (over) return "";
  if (looking) return say("look_idle");
  if (actions !== null) return null;
  if (decision && paused && state.seats[decision.seat].bot !== null) return say("paused");
  return decision ? say("waiting_for", { name: nameOfSeat(decision.seat) }) : say("no_moves");
}

function showActions(now) {
  const seated = table.me.seat !== null || branch !== null;
  byId("hint").hidden = branch !== null || looking !== null || !moves.offers;
  byId("undo").hidden = !seated || looking !== null || now.at === 0 || !(branch || log.hasMoveOf(table.me.seat));
  byId("branch").hidden = branch !== null || table.secrets;
  const answer = (agree) => tried(connection.ask("answer", { agree }));
  showUndo(byId("asked"), state.undo, table.me.seat, { say, seats: table.data.seats, answer, sentence: (at) => log.sentence(at) });
  // The menus of the host are made anew only when something is different, so that none closes while it is open.
  if (table.me.host && byId("host").open && seatsShown !== hostState()) showHost();
}

// ---- bars: looking back, trying out, notices

function showFrame() {
  document.body.classList.toggle("branch_help", branch !== null);
  document.body.classList.toggle("looking", looking !== null);
  const bars = [];
  if (looking) {
    bars.push(bar(say("looking", { at: String(looking.at), last: String(state.at) }), [
      button(`◀ ${say("back")}`, () => look(looking.at - 1), { "data-key": "look_back" }),
      button(`${say("on")} ▶`, () => look(looking.at + 1), { "data-key": "look_on" }),
      button(say("to_now"), () => look(null), { "data-key": "to_now", class: "main" }),
    ]));
  }
  if (branch) bars.push(bar(say("branch_help"), [button(say("leave"), leaveBranch, { "data-key": "leave", class: "main" })]));
  byId("notices").replaceChildren(...bars, ...byId("notices").querySelectorAll(".notice"));
  log.mark(looking ? looking.at : state.at);
}
function bar(text, buttons) {
  return html("div", [paragraph(text), ...buttons], { class: "bar" });
}
// Report a refusal that belongs to no move.
async function tried(promise) {
  try {
    return await promise;
  } catch (error) {
    moves.showRefusal(error);
    return null;
  }
}

function showStatus(name, error) {
  document.body.dataset.connection = name;
  // Before the first message there are no texts, and the page says what stands in it.
  if (table) byId("status").textContent = say(`status_${name}`);
  else if (error) {
    byId("waiting").hidden = true;
    byId("notices").replaceChildren(bar(error.text || error.code, []));
  }
  if (table && (name === "ended" || name === "moved")) {
    const again = name === "moved" ? [button(say("sit_again"), () => location.reload())] : [];
    const made = bar(error?.text || say(`status_${name}`), again);
    made.classList.add("notice");
    byId("notices").append(made);
  }
}

// ---- looking back and trying out

async function look(at) {
  if (at !== null && (at < 0 || at > state.at)) return;
  if (at === null || (at === state.at && !branch)) {
    looking = null;
  } else {
    const told = await tried(connection.ask("look", { at }));
    if (!told) return;
    looking = { at, ...told };
    announce(`${say("looking", { at: String(at), last: String(state.at) })} ${told.step?.move ?? ""}`);
  }
  redrawn(draw);
}

async function enterBranch() {
  const told = await tried(connection.ask("branch", { at: looking ? looking.at : state.at }));
  if (told) redrawn(() => takeBranch(told));
}
async function leaveBranch() {
  await tried(connection.ask("leave"));
  branch = null;
  redrawn(draw);
}

async function changeLanguage(lang) {
  byId("tools").hidePopover?.();
  const told = await tried(connection.ask("language", { lang }));
  if (told) takeTable(told);
}

async function showHint() {
  const told = await tried(connection.ask("hint", { at: state.at }));
  if (!told) return;
  const text = say("hint_said", { bot: botName(say, told.bot), move: told.said });
  const take = button(say("hint_take"), () => { moves.suggest(told); byId("answer").replaceChildren(); }, { "data-key": "hint_take" });
  delete byId("answer").dataset.stays;
  byId("answer").replaceChildren(paragraph(text), take);
  revealed(byId("answer"));
  announce(text);
}

let seatsShown = "";
const hostState = () => JSON.stringify([state.seats, state.paused]);
async function showHost() {
  seatsShown = hostState();
  const told = await tried(connection.ask("links"));
  if (!told) return;
  const { seats: names } = table.data;
  const give = (seat, bot) => tried(connection.ask("seat", { seat, bot }));
  redrawn(() => byId("host").querySelector("div").replaceChildren(
    ...linkRows(told, state.seats, names, { say, announce }), html("h3", say("seats")), seatRows(state.seats, names, table.bots ?? [], { say, give }),
    button(say(state.paused ? "go_on" : "pause"), () => tried(connection.ask("pause", { paused: !state.paused })), { "data-key": "pause" })));
}

// ---- elements as buttons

function mark() {
  if (!view) return;
  const offered = moves.offers;
  const { kinds } = moves;
  markObjects(root, (kind, id) => {
    if (!offered) return null;
    return moves.selection.standing(kind, id) ?? (kinds.has(kind) ? "cannot" : null);
  }, moves.zones, { say, label });
}
function unavailable() {
  const found = new Map();
  for (const { classList, dataset } of elementsIn(root)) {
    if (classList.contains("cannot")) found.set(`${dataset.kind} ${dataset.id}`, { kind: dataset.kind, id: dataset.id });
  }
  return [...found.values()];
}
watchObjects(root, (element, standing, byKey, beside) => {
  const { kind, id } = element.dataset;
  touched = element;
  if (standing === "cannot") moves.askWhy(kind, id);
  else if (standing === "tells") tellElement(kind, id);
  else moves.pick(kind, id, byKey, beside);
});

// ---- the panel of moves, which lies over the end of a narrow page

let touched = null; // the element that was clicked last
function setFolded(folded) {
  byId("moves").classList.toggle("folded", folded);
  byId("fold").setAttribute("aria-expanded", String(!folded));
}
// Show a part of the panel that was changed. The page moves only where the panel would cover what was clicked, or is elsewhere.
function revealed(place) {
  const panel = byId("moves");
  setFolded(false);
  reveal(place);
  const { top, bottom } = place.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) place.scrollIntoView({ block: "nearest" });
  const seen = touched?.getBoundingClientRect();
  touched = null;
  const edge = panel.getBoundingClientRect().top;
  if (seen && getComputedStyle(panel).position === "sticky" && seen.top < innerHeight && seen.height < edge && seen.bottom > edge) scrollBy(0, seen.bottom - edge + 8);
}

// ---- where something comes from

root.addEventListener("click", (event) => {
  const path = event.target.closest("[data-path]")?.dataset.path;
  if (path) tellValue(path);
});
// In the private copy it is the copy that is asked.
async function tellValue(path) {
  const told = await tried(askHere("trace", { path }));
  if (!told) return;
  const rows = told.changes.map(({ at, move, was, now }) => {
    const row = html("span");
    row.append(say("trace_change", { was: view.said(path, was), now: view.said(path, now) }), " ",
      branch ? move : button(move || say("beginning"), () => look(at), { class: "quiet" }));
    return [row];
  });
  if (told.whole) rows.push([say("trace_start", { value: view.said(path, told.first) })]);
  moves.showTrace(view.named(path), null, rows, told.cites);
}
async function tellElement(kind, id) {
  const told = await tried(askHere("trace", { kind, element: id }));
  if (!told) return;
  // Mostly the same statements stand behind all values of an element, and are named once.
  const same = new Set(told.values.map(({ cites }) => cites.join())).size === 1;
  const held = view.heldBy(kind, id, (looking ?? shown()).position);
  const rows = told.values.map(({ label: name, value, place, cites }) => [
    `${name}: ${value} `, ...(table.me.host ? [html("small", say("trace_place", { place }))] : []), ...(same ? [] : moves.citesOf(cites))]);
  const more = html("div", [paragraph(say("looking_up"), "help")]);
  if (held) rows.unshift([held]);
  moves.showTrace(label(kind, id), view.faceOf(kind, id), rows, same ? told.values[0].cites : [], more);
  more.replaceChildren(...(await rulesOf(kind, id)).map((text) => paragraph(text)));
}
// What was told once of a table is not asked again.
let asked = new Map();
function rulesOf(kind, element = "") {
  const name = `${kind} ${element}`;
  if (!asked.has(name)) asked.set(name, fetchRules({ ...gameShown(), kind, element }));
  return asked.get(name);
}
// What is printed on an element and what lies on it; and what a move does by the rules of all that it names.
const aboutOf = (kind, id) => [table.data.printed?.[kind]?.[id], view.heldBy(kind, id, (looking ?? shown()).position)].filter(Boolean).join("; ");
const telling = { label, about: aboutOf, rules: rulesOf };
async function does({ acts = [], arguments: named }) {
  const things = TELLS_RULES ? [...acts, ...named.flatMap(({ kind, value }) => (kind && kind !== "player" ? [value].flat().filter((id) => typeof id === "string").map((id) => ({ kind, id })) : []))] : [];
  return (await Promise.all(things.map(({ kind, id }) => rulesOf(kind, id)))).flat();
}
watchRests(root, byId("tooltip"), telling);
byId("spaces").addEventListener("toggle", async () => {
  const place = byId("spaces").lastElementChild;
  if (!byId("spaces").open) return;
  place.replaceChildren(paragraph(say("looking_up"), "help"));
  const found = await listRules(byId("board_part").querySelector("svg"), telling);
  place.replaceChildren(found.childElementCount ? found : paragraph(say("spaces_none")));
});

// ---- keys

function showKeys() {
  const rows = [["b", "book"], ["c", "card"], ["Esc", "start_again"], ["← →", "key_look"], ["Home", "key_first"], ["End", "to_now"], ["?", "help"]];
  byId("key_list").replaceChildren(...rows.flatMap(([key, text]) => {
    const name = html("dt", [html("kbd", key)]);
    return [name, html("dd", say(text))];
  }));
  // Keys without a modifier have to be off for those whose device types letters by itself.
  const box = html("input", undefined, { type: "checkbox" });
  box.checked = preference.get("keys", "on") === "on";
  box.addEventListener("change", () => preference.set("keys", box.checked ? "on" : "off"));
  byId("key_switch").replaceChildren(labelled(say("keys_on"), box, "check"));
}
const KEYS = {
  b: () => byId("book").click(),
  c: () => byId("card").click(),
  "?": () => byId("keys").showModal(),
  Escape: () => (byId("answer").childElementCount ? byId("answer").replaceChildren() : moves.startAgain()),
  ArrowLeft: () => look((looking ? looking.at : state.at) - 1),
  ArrowRight: () => look(looking ? looking.at + 1 : null),
  Home: () => look(0),
  End: () => look(null),
};
document.addEventListener("keydown", (event) => {
  if (!table || event.altKey || event.ctrlKey || event.metaKey || byId("keys").open) return;
  // In a field, and in a part that scrolls, a key does what it does everywhere.
  if (event.target.matches("input, select, textarea, .boarded, #log") || preference.get("keys", "on") !== "on") return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

byId("skip").addEventListener("click", () => byId("question").focus());
byId("show_keys").addEventListener("click", () => byId("keys").showModal());
byId("close_keys").addEventListener("click", () => byId("keys").close());
byId("fold").addEventListener("click", () => setFolded(!byId("moves").classList.contains("folded")));
byId("hint").addEventListener("click", showHint);
byId("undo").addEventListener("click", () => tried(askHere("undo")));
byId("branch").addEventListener("click", enterBranch);
byId("host").addEventListener("toggle", () => { if (byId("host").open) showHost(); });
window.addEventListener("resize", fitBoard);
// What stays on the screen beside a scrolled table stands below the head of the page.
const head = document.querySelector(".top");
new ResizeObserver(() => document.body.style.setProperty("--head", `${head.offsetHeight}px`)).observe(head);
window.addEventListener("hashchange", () => location.reload());
sayLoading(byId("waiting"));
connection.start();

// Offering moves: what is chosen so far with its number or set, and the list of all moves.

import { html } from "./position.js";
import { button, labelled, list, paragraph, preference, reveal } from "./dom.js";
import { Selection } from "./selection.js";

const MOST_IN_MENU = 12;
const MOST_OPEN = 10;
const MOST_FACES = 4;
// Milliseconds behind a change of a number before it is asked what the move would change.
const PAUSE = 200;
const MOST_WITHOUT_FILTER = 15;
const MOST_FOUND = 60;
// Letters of rules that stand below a move without a fold.
const MOST_LETTERS = 160;

// `places` has the elements `choice`, `all` and `answer`. `table` has `say`, `label`, `kindName`, `book(statement)`, `announce(text)`,
// `apply(move)`, `why(kind, id)`, `preview(move)` with `described(change)`, `redrawn(draw)`, `unavailable()`: the elements drawn that cannot be
// chosen, `does(action)`: promises what it does in sentences, `revealed(place)`: shows a part of the panel that was changed, `marked()`: the first that can, and `marksSeen()`: whether one of those is on the screen.
// A number, or numbers by variety: what a player pays with.
const isCounted = (value) => typeof value === "number" || (value !== null && typeof value === "object" && !Array.isArray(value) && Object.values(value).every((one) => typeof one === "number"));

export class Moves {
  #places;
  #table;
  #state = null;
  #busy = false;
  #waiting = null;

  constructor(places, table) {
    this.#places = places;
    this.#table = table;
    this.selection = new Selection([]);
  }

  // Show what may be done in a state; `idle` is the sentence where nothing is asked of this viewer.
  show(state, idle) {
    const actions = idle === null ? state.actions ?? [] : [];
    // Who comes or goes changes the state, too, and not what was begun to be chosen.
    const same = state.at === this.#state?.at && JSON.stringify(actions) === JSON.stringify(this.selection.actions);
    this.#state = state;
    if (!same) this.selection = new Selection(actions);
    this.#busy = false;
    // What was asked about a value stays while others move; what was said against a move does not.
    if (!this.#places.answer.dataset.stays) this.#places.answer.replaceChildren();
    this.#idle = idle;
    this.#showChoice();
    this.#showAll();
  }
  #idle = null;

  // Faces have come: choices that are not begun show them.
  refresh() { if (this.selection.remaining.length === this.selection.actions.length) this.#showChoice(); }

  // Elements of these kinds are part of some option, so that one that cannot be chosen has a reason.
  get kinds() {
    return new Set((this.#state?.options ?? []).flatMap(({ parameters }) => parameters.map(({ kind }) => kind)));
  }

  // By kind the zones from which things are taken; a kind that some option takes from anywhere has none.
  get zones() {
    const found = new Map();
    for (const { kind, zones } of (this.#state?.options ?? []).flatMap(({ parameters }) => parameters)) {
      if (kind) found.set(kind, zones.length && found.get(kind)?.size !== 0 ? new Set([...found.get(kind) ?? [], ...zones]) : new Set());
    }
    return found;
  }

  get offers() { return this.selection.actions.length > 0; }

  // A tap that was not on the element itself (`beside`) is never played at once.
  pick(kind, id, byKey, beside) {
    this.selection.pick(kind, id);
    this.#chosen(byKey, beside);
  }

  startAgain() {
    this.selection.clear();
    this.#changed();
  }

  suggest(move) { if (this.selection.suggest(move.option, move.arguments)) this.#changed(); }

  #choose(action, byKey) {
    this.selection.choose(action);
    this.#chosen(byKey);
  }

  #chosen(byKey, beside = false) {
    const { current } = this.selection;
    this.#places.answer.replaceChildren();
    if (current && !beside && !current.varies && current.size === 1 && preference.get("at_once", "no") === "yes") {
      this.#apply();
      return;
    }
    this.#changed();
    this.#table.revealed(this.#places.choice);
    if (!current) return;
    this.#table.announce(this.#table.say("chosen", { move: current.said }));
    // With the keyboard, the next thing to do is to settle the number or to confirm.
    if (byKey) this.#places.choice.querySelector("[data-key=amount], [data-key=play]")?.focus({ preventScroll: true });
  }

  #changed() {
    this.#table.redrawn(() => this.#showChoice());
  }

  async #apply() {
    if (this.#busy || this.selection.missing) return;
    this.#busy = true;
    this.#changed();
    try {
      await this.#table.apply(this.selection.move);
    } catch (error) {
      this.showRefusal(error);
    }
    this.#busy = false;
    this.#changed();
  }

  // ---- what is chosen so far

  #showChoice() {
    const { say } = this.#table;
    if (!this.offers) {
      this.#places.choice.replaceChildren(paragraph(this.#idle ?? say("no_moves"), "idle"));
      return;
    }
    const { current, begun } = this.selection;
    const shown = current ? this.#currentMove(current) : begun ? this.#menu() : this.#beginning();
    if (begun) shown.push(button(say("start_again"), () => this.startAgain(), { "data-key": "again", class: "quiet" }));
    this.#places.choice.replaceChildren(...shown);
  }

  #currentMove(action) {
    const { say } = this.#table;
    const shown = [paragraph(action.said, "sentence"), this.#does(action)];
    if (action.varies) shown.push(action.varies.of ? this.#chips(action.varies) : this.#stepper(action.varies));
    const place = html("p", "", { class: "preview", role: "status" });
    shown.push(place);
    this.#showPreview(place);
    const play = button(say("play"), () => this.#apply(), { "data-key": "play", class: "main" });
    play.disabled = this.#busy || this.selection.missing !== null;
    shown.push(play);
    return shown;
  }

  // Few moves stand here; from many the list is one press away.
  #beginning() {
    const { say } = this.#table;
    const { actions } = this.selection;
    if (actions.length <= MOST_OPEN) return [this.#offered(actions, "first")];
    const jump = button(say("all_moves", { n: String(actions.length) }), () => {
      if (!reveal(this.#places.all)) this.#places.all.scrollIntoView({ block: "start" });
      this.#places.all.querySelector("input, button, summary")?.focus({ preventScroll: true });
    }, { "data-key": "jump", class: "quiet" });
    return [paragraph(say("choose_help"), "help"), ...this.#toMarked(), jump];
  }

  // A way to what is marked, where none of it is on the screen.
  #toMarked() {
    const find = button(this.#table.say("show_marked"), () => this.#table.marked()?.scrollIntoView({ block: "center", inline: "center" }), { "data-key": "show_marked", class: "quiet" });
    find.hidden = true;
    requestAnimationFrame(() => { find.hidden = !this.#table.marked() || this.#table.marksSeen(); });
    return [find];
  }

  // What the listed moves would change of the numbers of their player, one after another, so that they can be compared.
  async #showCosts(buttons) {
    for (const [action, made] of buttons) {
      if (!made.isConnected || action.varies || action.size !== 1) continue;
      try {
        const { changes } = await this.#table.preview({ option: action.option, arguments: Object.fromEntries(action.arguments.map(({ name, value }) => [name, value])) });
        const counted = (changes ?? []).filter(({ was, now }) => isCounted(was) && isCounted(now));
        if (made.isConnected && counted.length) made.append(html("small", ` ${counted.map((one) => this.#table.described(one)).join("; ")}`));
      } catch {
        return;
      }
    }
  }

  #offered(actions, from) {
    const buttons = actions.map((action) => [action, this.#moveButton(action, from)]);
    const faces = actions.length <= MOST_FACES ? actions.map((action) => this.#faceOf(action)) : [];
    if (faces.length && faces.every((face) => face)) buttons.forEach(([, made], at) => made.prepend(faces[at]));
    clearTimeout(this.#waiting);
    if (actions.length > 1) this.#waiting = setTimeout(() => this.#showCosts(buttons), PAUSE);
    return list(buttons.map(([action, made]) => [made, ...(actions.length <= MOST_OPEN ? [this.#does(action)] : [])]), "menu");
  }

  // The rules of what a move names, below its button; what is long is folded.
  #does(action) {
    const made = html("div", undefined, { class: "does help" });
    this.#table.does(action).then((lines) => {
      const shown = lines.map((text) => paragraph(text));
      const name = this.#table.say("does");
      const long = lines.join(" ").length > MOST_LETTERS;
      made.append(...(long ? [html("details", [html("summary", name, { "aria-label": `${name}: ${action.said}` }), ...shown])] : shown));
    });
    return made;
  }

  // What the move would change, once it is complete and its number has not been changed for a moment.
  #showPreview(place) {
    clearTimeout(this.#waiting);
    const { missing, move, current: { varies } } = this.selection;
    place.textContent = missing && !varies.of ? this.#table.say("set_of", { least: String(varies.low), most: String(varies.high) }) : "";
    if (missing) return;
    this.#waiting = setTimeout(async () => {
      try {
        const { changes } = await this.#table.preview(move);
        if (place.isConnected && changes?.length) place.textContent = changes.map((one) => this.#table.described(one)).join("; ");
      } catch {
        // That the move is refused is said when it is played.
      }
    }, PAUSE);
  }

  #menu() {
    const { say } = this.#table;
    const { remaining } = this.selection;
    const shown = remaining.slice(0, MOST_IN_MENU);
    const more = remaining.length - shown.length;
    return [
      paragraph(say("several", { n: String(remaining.length) })),
      this.#offered(shown, "menu"),
      ...(more ? [paragraph(say("more_below", { n: String(more) }), "help")] : []),
    ];
  }

  #moveButton(action, from) {
    const number = this.selection.actions.indexOf(action);
    // A click by key or by a screen reader has no button of a pointer.
    const made = button(action.said, (event) => this.#choose(action, event.detail === 0), { "data-key": `${from}-${number}`, class: "move" });
    if (action.acts?.length) made.append(html("small", ` ${action.acts.map(({ kind, id }) => this.#table.label(kind, id)).join(", ")}`));
    return made;
  }

  #atOnce() {
    const box = html("input", undefined, { type: "checkbox", "data-key": "at_once" });
    box.checked = preference.get("at_once", "no") === "yes";
    box.addEventListener("change", () => preference.set("at_once", box.checked ? "yes" : "no"));
    return labelled(this.#table.say("at_once"), box, "check");
  }

  #stepper({ low, high }) {
    const { say } = this.#table;
    const range = say("range", { low: String(low), high: String(high) });
    const field = html("input", undefined, {
      type: "number", inputmode: "numeric", min: low, max: high, step: 1, value: this.selection.number ?? low, "data-key": "amount", "aria-label": `${say("number")} (${range})`,
    });
    const set = (number) => {
      this.selection.number = number;
      const play = this.#places.choice.querySelector("[data-key=play]");
      if (play) play.disabled = this.selection.missing !== null;
      const shown = this.#places.choice.querySelector(".preview");
      if (shown) this.#showPreview(shown);
      field.setAttribute("aria-invalid", String(this.selection.missing !== null));
      less.disabled = number <= low;
      more.disabled = number >= high;
    };
    const step = (by) => {
      field.value = Math.max(low, Math.min(high, (Number(field.value) || low) + by));
      set(Number(field.value));
    };
    const less = button("−", () => step(-1), { "data-key": "less", "aria-label": say("less") });
    const more = button("+", () => step(1), { "data-key": "more", "aria-label": say("greater") });
    field.addEventListener("input", () => set(field.value === "" ? NaN : Number(field.value)));
    field.addEventListener("keydown", (event) => { if (event.key === "Enter") this.#apply(); });
    less.disabled = this.selection.number <= low;
    more.disabled = this.selection.number >= high;
    return html("div", [less, field, more, html("span", range)], { class: "stepper" });
  }

  #chips({ kind, of, least, most }) {
    const { say, label } = this.#table;
    const { members } = this.selection;
    const made = html("div", undefined, { class: "chips", role: "group", "aria-label": say("set_of", { least: String(least), most: String(most) }) });
    made.append(...of.map((id, at) => button(label(kind, id), () => {
      this.selection.toggleMember(at);
      this.#changed();
    }, { "data-key": `chip-${at}`, class: "chip", "aria-pressed": String(members.has(at)) })));
    const count = least === most ? say("set_exactly", { n: String(members.size), most: String(most) })
      : say("set_count", { n: String(members.size), least: String(least), most: String(most) });
    return html("div", [made, paragraph(count, "help")]);
  }

  // ---- the list of all moves

  // The face of the one element that a move is about.
  #faceOf({ option, arguments: given }) {
    const { parameters } = this.#state.options.find(({ name }) => name === option) ?? {};
    return given.length === 1 && parameters?.[0].kind ? this.#table.faceOf(parameters[0].kind, given[0].value) : null;
  }

  #showAll() {
    const { say } = this.#table;
    const { actions } = this.selection;
    if (!actions.length) {
      this.#places.all.replaceChildren();
      return;
    }
    const groups = new Map();
    for (const action of actions) groups.set(action.option, [...groups.get(action.option) ?? [], action]);
    const made = html("div", [...groups.values()].map((group) => this.#group(group)), { class: "groups" });
    const shown = [html("h2", say("all_moves", { n: String(actions.length) }))];
    if (actions.length > MOST_WITHOUT_FILTER) shown.push(this.#filter(made));
    if (actions.length > MOST_OPEN) shown.push(made);
    if (this.#state.more) shown.push(paragraph(say("list_cut"), "help"));
    shown.push(this.#unavailable(), this.#atOnce());
    this.#places.all.replaceChildren(...shown);
  }

  // A long group is folded under its first move, and its list made when it is opened.
  #group(actions) {
    if (actions.length <= MOST_OPEN) return list(actions.map((action) => this.#moveButton(action, "all")), "menu");
    const { said } = this.#state.options.find(({ name }) => name === actions[0].option) ?? {};
    const fold = html("details");
    const title = said ? this.#table.say("group", { said, n: String(actions.length) })
      : this.#table.say("group_like", { said: actions[0].said, n: String(actions.length - 1) });
    fold.append(html("summary", title, { "data-key": `group-${actions[0].option}` }));
    fold.addEventListener("toggle", () => {
      if (fold.open && fold.childElementCount === 1) fold.append(list(actions.map((action) => this.#moveButton(action, "all")), "menu"));
    });
    return fold;
  }

  #filter(groups) {
    const { say } = this.#table;
    const field = html("input", undefined, { type: "search", "data-key": "filter" });
    const found = html("div");
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLocaleLowerCase();
      const hits = wanted ? this.selection.actions.filter(({ said }) => said.toLocaleLowerCase().includes(wanted)) : [];
      groups.hidden = wanted !== "";
      found.replaceChildren(...(wanted ? [paragraph(say("found", { n: String(hits.length) }), "help"),
        list(hits.slice(0, MOST_FOUND).map((action) => this.#moveButton(action, "found")), "menu")] : []));
      if (wanted) this.#table.announce(say("found", { n: String(hits.length) }));
    });
    return html("div", [labelled(say("filter"), field), found]);
  }

  #unavailable() {
    const { say } = this.#table;
    const fold = html("details", [html("summary", say("not_now"), { "data-key": "not_now" })]);
    fold.addEventListener("toggle", () => {
      if (!fold.open || fold.childElementCount > 1) return;
      const refused = this.#state.refused.map(({ text, reasons }) => [`${text}: `, ...reasons.flatMap((one) => [one.text, ...this.citesOf(one.cites)])]);
      if (refused.length) fold.append(list(refused));
      const buttons = this.#table.unavailable().map(({ kind, id }) => button(this.#table.label(kind, id), () => this.askWhy(kind, id), { class: "chip" }));
      const made = html("div", buttons, { class: "chips" });
      fold.append(buttons.length || refused.length ? made : paragraph(say("nothing_refused"), "help"));
    });
    return fold;
  }

  // ---- refusals

  async askWhy(kind, id) {
    try {
      const { reasons } = await this.#table.why(kind, id);
      this.#showReasons(this.#table.say("not_possible", { name: this.#table.label(kind, id) }), reasons);
    } catch (error) {
      this.showRefusal(error);
    }
  }

  showRefusal(error) {
    const text = error.text || this.#table.say(`error_${error.code}`);
    if (error.reasons?.length) this.#showReasons(text, error.reasons);
    else this.#showAnswer([html("h3", text)], text);
  }

  #showReasons(title, reasons) {
    const rows = reasons.map(({ text, cites }) => [text, ...this.citesOf(cites)]);
    const shown = [html("h3", title), rows.length ? list(rows) : paragraph(this.#table.say("no_reason"))];
    this.#showAnswer(shown, [title, ...reasons.map(({ text }) => text)].join(" "));
  }

  // Links to statements of the rulebook: their ids, behind its name.
  citesOf(cites) {
    const { say, book } = this.#table;
    const links = cites.flatMap((id) => [" ", html("a", id, { href: book(id), target: "_blank", rel: "noopener", "aria-label": say("statement", { id }) })]);
    return links.length ? [html("small", ` ${say("book")}:`), ...links] : [];
  }

  // Show where something comes from: what it looks like, rows that tell of it, and statements.
  showTrace(name, face, rows, cites, more = "") {
    const { say } = this.#table;
    const title = say("trace_of", { name });
    const shown = [html("h3", title), ...(face ? [face] : []), rows.length || cites.length ? list(rows) : paragraph(say("trace_none")), more];
    const links = html("p", this.citesOf(cites));
    this.#showAnswer([...shown, links], title);
    this.#places.answer.dataset.stays = "yes";
  }

  #showAnswer(shown, heard) {
    const close = button(this.#table.say("close"), () => this.#places.answer.replaceChildren(), { class: "quiet" });
    delete this.#places.answer.dataset.stays;
    this.#places.answer.replaceChildren(...shown, close);
    this.#table.revealed(this.#places.answer);
    this.#table.announce(heard);
  }
}

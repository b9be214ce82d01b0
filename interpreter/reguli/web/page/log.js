// The log of a game, and looking back: each step leads to the position after it.

import { html } from "./position.js";
import { button, list } from "./dom.js";

// `place` is the list. `table` has `say`, `look(at)` for a number of moves, or null for the present, `nameOf(seat)`, and `earlier(to)`, which answers with the steps
// before one.
export class Log {
  #place;
  #table;
  #steps = [];
  #from = 0;
  #more = html("p", undefined, { hidden: "" });

  constructor(place, table) {
    this.#place = place;
    this.#table = table;
    place.before(this.#more);
    // One stop of the tab key is enough for a list that grows; the arrow keys go through it.
    place.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const steps = [...place.querySelectorAll(".step")];
      if (!by || !steps.length) return;
      event.preventDefault();
      const at = steps.indexOf(document.activeElement);
      steps[at < 0 ? steps.length - 1 : Math.max(0, Math.min(steps.length - 1, at + by))].focus();
    });
  }

  get length() { return this.#from + this.#steps.length; }

  // Take what a state tells of the log, and return the steps that are new to this page.
  take(state, whole) {
    const known = whole ? 0 : this.length;
    if (whole || state.log_from < this.#from) {
      this.#from = state.log_from;
      this.#steps = [];
    }
    // After moves were taken back the log is shorter, and what stood there is replaced.
    this.#steps.splice(state.log_from - this.#from, Infinity, ...state.log);
    this.#draw(state.log_from - this.#from);
    return state.log.slice(Math.max(0, known - state.log_from));
  }

  // Whether a seat has chosen a move that may be taken back.
  hasMoveOf(seat) { return this.#steps.some((step) => step.seat === seat && !step.forced); }

  // The sentence of the last move.
  get last() { return this.#steps.findLast((step) => step.move && step.at > 0)?.move ?? ""; }

  toEnd() { this.#place.scrollTop = this.#place.scrollHeight; }

  // The sentence of the chosen move behind so many, if this page has it.
  sentence(at) { return this.#steps.find((step) => step.at === at + 1 && !step.forced)?.move ?? ""; }

  mark(at) {
    for (const one of this.#place.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    this.#place.querySelector(`[data-key="step-${at}"]`)?.setAttribute("aria-current", "step");
  }

  // Only the end of a log changes, so that a long one is not drawn again with every move.
  #draw(first) {
    this.#more.hidden = this.#from === 0;
    if (this.#from > 0) this.#more.replaceChildren(button(this.#table.say("earlier"), () => this.#takeEarlier(), { "data-key": "earlier", class: "quiet" }));
    const atEnd = this.#place.scrollHeight - this.#place.scrollTop - this.#place.clientHeight < 60;
    while (this.#place.childElementCount > first) this.#place.lastElementChild.remove();
    this.#place.append(...this.#steps.slice(first).map((step) => this.#row(step)));
    if (atEnd || first === 0) this.#place.scrollTop = this.#place.scrollHeight;
  }

  async #takeEarlier() {
    const told = await this.#table.earlier(this.#from);
    if (!told || told.from + told.log.length !== this.#from) return;
    this.#from = told.from;
    this.#steps.unshift(...told.log);
    this.#place.prepend(...told.log.map((step) => this.#row(step)));
    this.#more.hidden = this.#from === 0;
  }

  #row(step) {
    const { say, look, nameOf } = this.#table;
    const row = html("li", [button(step.move || say("beginning"), () => look(step.at), { "data-key": `step-${step.at}`, class: "step", tabindex: "-1" })], step.forced ? { class: "forced" } : {});
    if (step.forced) row.append(html("span", ` (${say("forced")})`, { class: "help" }));
    // Whose move it is need not be said again in each line.
    const name = step.seat === null ? null : `${nameOf(step.seat)}: `;
    const lines = step.lines.map((text) => (name && text.startsWith(name) ? text[name.length].toLocaleUpperCase() + text.slice(name.length + 1) : text));
    if (lines.length) row.append(list(lines, "lines"));
    return row;
  }
}

// What has been chosen of a move so far. Elements narrow the legal actions, until one is left and its number or set is settled.

const same = (pick, kind, id) => pick.kind === kind && pick.id === id;
// An argument is one element, or several that go together.
const names = (argument, pick) => argument.kind === pick.kind && [argument.value].flat().includes(pick.id);
const varying = (action) => (action.varies && action.varies.of ? action.varies : null);
const inSet = (action, { kind, id }) => varying(action) !== null && action.varies.kind === kind && action.varies.of.includes(id);

// Where an element stands in an action: the number of an argument, or the number of arguments for an element of its set.
function placeIn(action, pick, used) {
  const found = action.arguments.findIndex((argument, at) => !used.includes(at) && names(argument, pick));
  return found >= 0 || !inSet(action, pick) ? found : action.arguments.length;
}

// An element may stand in several places ("from" here, "to" there): in each option its first place counts, as the option is read.
function narrow(entries, pick) {
  const hits = entries.map((entry) => ({ ...entry, at: placeIn(entry.action, pick, entry.used) })).filter(({ at }) => at >= 0);
  const first = new Map();
  for (const { action, at } of hits) first.set(action.option, Math.min(at, first.get(action.option) ?? at));
  return hits.filter(({ action, at }) => first.get(action.option) === at)
    .map(({ action, at, used }) => ({ action, used: at < action.arguments.length ? [...used, at] : used }));
}

export class Selection {
  #entries;
  #chosen = null;
  #current = null;

  constructor(actions) {
    this.actions = actions;
    this.clear();
  }

  clear() {
    this.picks = [];
    this.#chosen = null;
    this.#update();
  }

  get remaining() { return this.#chosen ? [this.#chosen] : this.#entries.map(({ action }) => action); }

  // The elements that settled arguments name, each once.
  get elements() {
    const found = new Map();
    for (const { arguments: settled } of this.actions) {
      for (const { kind, value } of settled) for (const id of kind === null ? [] : [value].flat()) found.set(`${kind} ${id}`, { kind, id });
    }
    return [...found.values()];
  }

  // The action that is left, or null.
  get current() { return this.#current; }

  get begun() { return this.picks.length > 0 || this.#chosen !== null; }

  // Pick an element, or take it back; one that does not go with the others begins a new selection.
  pick(kind, id) {
    if (this.#current && inSet(this.#current, { kind, id })) {
      this.#toggleElement(id);
      return;
    }
    const picked = this.picks.findIndex((pick) => same(pick, kind, id));
    if (picked >= 0) this.picks.splice(picked, 1);
    else if (!this.#chosen && this.#entries.some(({ action, used }) => placeIn(action, { kind, id }, used) >= 0)) this.picks.push({ kind, id });
    else this.picks = [{ kind, id }];
    this.#chosen = null;
    this.#update();
  }

  choose(action) {
    this.#chosen = action;
    this.#update();
  }

  // Choose the action that a hint names, with its values.
  suggest(option, values) {
    const action = this.actions.find((one) => one.option === option && one.arguments.every(({ name, value }) => String(values[name]) === String(value))
      && (!one.varies || one.varies.name in values));
    if (!action) return false;
    this.picks = [];
    this.choose(action);
    if (varying(action)) for (const id of values[action.varies.name]) this.#toggleElement(id);
    else if (action.varies) this.number = values[action.varies.name];
    return true;
  }

  toggleMember(at) { if (!this.members.delete(at)) this.members.add(at); }

  // Like elements occur several times; one more of them is taken, and when all are, all are put back.
  #toggleElement(id) {
    const all = this.#current.varies.of.flatMap((one, at) => (one === id ? [at] : []));
    const free = all.find((at) => !this.members.has(at));
    if (free === undefined) all.forEach((at) => this.members.delete(at));
    else this.members.add(free);
  }

  #update() {
    this.#entries = this.picks.reduce(narrow, this.actions.map((action) => ({ action, used: [] })));
    const left = this.remaining;
    this.#current = left.length === 1 ? left[0] : null;
    const { varies } = this.#current ?? {};
    this.members = new Set();
    this.number = varies && !varies.of ? varies.low : null;
    if (varies && varies.of) for (const pick of this.picks) if (inSet(this.#current, pick)) this.#toggleElement(pick.id);
  }

  // How an element takes part: `picked`, `can` (goes on from here), `other` (begins anew) or null.
  standing(kind, id) {
    const pick = { kind, id };
    const current = this.#current;
    if (current && current.arguments.some((argument) => names(argument, pick))) return "picked";
    if (current && inSet(current, pick)) return current.varies.of.some((one, at) => one === id && this.members.has(at)) ? "picked" : "can";
    if (this.picks.some((one) => same(one, kind, id))) return "picked";
    if (!this.#chosen && this.#entries.some(({ action, used }) => placeIn(action, pick, used) >= 0)) return "can";
    return this.actions.some((action) => placeIn(action, pick, []) >= 0) ? "other" : null;
  }

  // Why the move cannot be made yet: `low`, `high`, `few`, `many` or null.
  get missing() {
    const { varies } = this.#current;
    if (!varies) return null;
    if (varies.of) return this.members.size < varies.least ? "few" : this.members.size > varies.most ? "many" : null;
    if (!Number.isInteger(this.number) || this.number < varies.low) return "low";
    return this.number > varies.high ? "high" : null;
  }

  // The move as the host reads it.
  get move() {
    const { option, arguments: settled, varies } = this.#current;
    const values = Object.fromEntries(settled.map(({ name, value }) => [name, value]));
    if (varies) values[varies.name] = varies.of ? varies.of.filter((_, at) => this.members.has(at)) : this.number;
    return { option, arguments: values };
  }
}

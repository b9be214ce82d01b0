// The drawn elements as buttons: those that go on with a move can be chosen, others of their kinds say why they cannot, and any other thing
// says what is printed on it.

const STATES = ["can", "other", "picked", "cannot", "tells"];
const ORDER = ["picked", "can", "other", "cannot", null];

export const elementsIn = (root) => [...root.querySelectorAll("[data-kind][data-id]")];

// A button holds no other button: where an element contains others, its own shape or name is the button.
function buttonOf(element) {
  if (!element.querySelector("[data-kind], .stack")) return element;
  return element.querySelector(":scope > .cell, :scope > .sign, :scope > h3 > .who") ?? element;
}

function nameOf(element, label) {
  const title = element.querySelector(":scope > title");
  if (title) return title.textContent;
  const text = element.matches(".thing:not(.face), span:not(.face)") ? element.textContent : "";
  return text || label(element.dataset.kind, element.dataset.id);
}

function clear(element) {
  const part = buttonOf(element);
  element.classList.remove(...STATES);
  for (const name of ["role", "tabindex", "aria-label", "aria-pressed", "aria-disabled"]) part.removeAttribute(name);
}

function tell(element) {
  element.classList.add("tells");
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
}

// The path of the zone in which a drawn element lies, without keys and owner.
function zoneOf(element) {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const named = at.querySelector(":scope > dt > [data-path]");
    if (named) return named.dataset.path.split(/[[/]/).slice(0, 2).join("/");
  }
  return null;
}

// Show on every element under `root` how it takes part; `standing(kind, id)` returns a state or null; `zones` has by kind the zones that a decision takes its things from.
export function markObjects(root, standing, zones, { say, label }) {
  const open = new Map();
  const shared = new Set(elementsIn(root).filter((one) => !one.closest(".seat[data-kind=player]")).map(({ dataset }) => `${dataset.kind} ${dataset.id}`));
  for (const element of elementsIn(root)) {
    clear(element);
    const { kind, pile } = element.dataset;
    // Of things that lie on one another the first that can be chosen stands for all.
    const [id, state] = (pile ? pile.split(" ") : [element.dataset.id]).map((one) => [one, standing(kind, one)])
      .sort(([, one], [, other]) => ORDER.indexOf(one) - ORDER.indexOf(other))[0];
    element.dataset.id = id;
    if (!state) {
      if (element.matches(".thing") && kind !== "player") tell(element);
      continue;
    }
    // The same thing elsewhere is not what the decision takes.
    if (zones.get(kind)?.size && !zones.get(kind).has(zoneOf(element))) continue;
    // What lies before another player is not what the decision is about, where the same thing lies in the middle.
    if (element.closest(".seat[data-kind=player]") && !element.closest("#mine") && shared.has(`${kind} ${id}`)) continue;
    const part = buttonOf(element);
    element.classList.add(state);
    part.setAttribute("role", "button");
    // Elements that cannot be chosen stay out of the way of the tab key: the list of moves names them all.
    part.setAttribute("tabindex", state === "cannot" ? "-1" : "0");
    const name = nameOf(element, label);
    part.setAttribute("aria-label", state === "cannot" ? say("name_cannot", { name }) : name);
    if (state === "can") open.set(`${kind} ${id}`, [...open.get(`${kind} ${id}`) ?? [], element]);
    if (state === "cannot") part.setAttribute("aria-disabled", "true");
    else part.setAttribute("aria-pressed", String(state === "picked"));
  }
  // What can be chosen and is folded away everywhere is unfolded.
  for (const shown of open.values()) if (shown.every((one) => one.closest("details:not([open])"))) shown[0].closest("details").open = true;
}

// A finger needs 44 pixels: a tap beside the elements of a board is meant for the nearest.
const FINGER = 22;
function nearest(event, wanted) {
  const board = event.target.closest("svg.board");
  if (!board || !event.clientX) return null;
  let found = null;
  let least = FINGER;
  for (const element of board.querySelectorAll(wanted)) {
    const { left, right, top, bottom } = buttonOf(element).getBoundingClientRect();
    const away = Math.hypot(event.clientX - (left + right) / 2, event.clientY - (top + bottom) / 2);
    if (away < least) [found, least] = [element, away];
  }
  return found;
}

// The element that a click is meant for. A finger that falls on what takes no part in the decision is meant for what lies beside it.
const OPEN = ".can, .other, .picked";
function meant(event) {
  // The name of a value inside a panel is a button of its own.
  if (event.target.closest("[data-path]")) return null;
  const hit = event.target.closest("[data-kind][data-id]");
  if (!hit || (event.pointerType === "touch" && !hit.matches(OPEN))) return nearest(event, OPEN) ?? hit ?? nearest(event, ".cannot");
  return hit;
}

// Call `act(element, state, byKey, beside)` for a click, or a press of Enter or Space, on an element that has a state, or `beside` it.
export function watchObjects(root, act) {
  const run = (event, byKey) => {
    const element = meant(event);
    if (!element) return;
    // Of a player there is nothing to say that does not stand in the panel.
    // What takes no part in the decision says what it is.
    const state = STATES.find((one) => element.classList.contains(one)) ?? (element.dataset.kind === "player" ? null : "tells");
    if (!state) return;
    event.preventDefault();
    act(element, state, byKey, !element.contains(event.target));
  };
  root.addEventListener("click", (event) => run(event, false));
  root.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.getAttribute("role") === "button") run(event, true);
  });
}

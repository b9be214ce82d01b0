// The drawn elements as buttons: those that go on with a move can be chosen, others of their kinds say why they cannot.

const STATES = ["can", "other", "picked", "cannot"];

export const elementsIn = (root) => [...root.querySelectorAll("[data-kind][data-id]")];

// A button holds no other button: where an element contains others, its own shape or name is the button.
function buttonOf(element) {
  if (!element.querySelector("[data-kind], .stack")) return element;
  return element.querySelector(":scope > .cell, :scope > .sign, :scope > h3 > .who") ?? element;
}

function nameOf(element, label) {
  const title = element.querySelector(":scope > title");
  if (title) return title.textContent;
  const text = element.matches(".thing, span") ? element.textContent : "";
  return text || label(element.dataset.kind, element.dataset.id);
}

function clear(element) {
  const part = buttonOf(element);
  element.classList.remove(...STATES);
  for (const name of ["role", "tabindex", "aria-label", "aria-pressed", "aria-disabled"]) part.removeAttribute(name);
}

// Show on every element under `root` how it takes part; `standing(kind, id)` returns a state or null.
export function markObjects(root, standing, { say, label }) {
  for (const element of elementsIn(root)) {
    clear(element);
    const state = standing(element.dataset.kind, element.dataset.id);
    if (!state) continue;
    const part = buttonOf(element);
    element.classList.add(state);
    part.setAttribute("role", "button");
    // Elements that cannot be chosen stay out of the way of the tab key: the list of moves names them all.
    part.setAttribute("tabindex", state === "cannot" ? "-1" : "0");
    const name = nameOf(element, label);
    part.setAttribute("aria-label", state === "cannot" ? say("name_cannot", { name }) : name);
    if (state === "cannot") part.setAttribute("aria-disabled", "true");
    else part.setAttribute("aria-pressed", String(state === "picked"));
  }
}

// Call `act(kind, id, cannot, byKey)` for a click, or a press of Enter or Space, on an element that has a state.
export function watchObjects(root, act) {
  const run = (event, byKey) => {
    const element = event.target.closest("[data-kind][data-id]");
    if (!element || !STATES.some((state) => element.classList.contains(state))) return;
    event.preventDefault();
    act(element.dataset.kind, element.dataset.id, element.classList.contains("cannot"), byKey);
  };
  root.addEventListener("click", (event) => run(event, false));
  root.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.getAttribute("role") === "button") run(event, true);
  });
}

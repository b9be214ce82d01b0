// What things do, told beside them while a pointer or the focus rests on them, and in one list of all that the board shows.

import { html } from "./position.js";
import { paragraph } from "./dom.js";
import { elementsIn } from "./objects.js";

// Milliseconds that a pointer or the focus rests before anything is told.
const REST = 350;

// `rules(kind, id)` returns a promise of sentences, with no id of sentences by element; `about(kind, id)` returns what stands on a thing, or nothing.
export function watchRests(root, tooltip, { label, about, rules }) {
  let waiting = null;
  let told = null;
  const hide = () => {
    clearTimeout(waiting);
    tooltip.hidden = true;
    told?.removeAttribute("aria-describedby");
    told = null;
  };
  const rest = (event) => {
    const thing = event.target.closest?.("[data-kind][data-id]");
    if (event.pointerType === "touch" || (thing && thing === told)) return;
    hide();
    if (!thing || thing.dataset.kind === "player") return;
    told = thing;
    waiting = setTimeout(async () => {
      // A cell tells of its sites, too.
      const parts = await Promise.all([thing, ...elementsIn(thing)].map(async ({ dataset: { kind, id } }) => {
        const lines = [about(kind, id), ...await rules(kind, id)].filter(Boolean);
        return lines.length ? [html("strong", label(kind, id)), ...lines.map((text) => paragraph(text))] : [];
      }));
      if (told !== thing || !thing.isConnected || !parts.flat().length) return;
      tooltip.replaceChildren(...parts.flat());
      tooltip.hidden = false;
      thing.setAttribute("aria-describedby", tooltip.id);
      const { left, top, bottom } = thing.getBoundingClientRect();
      const { width, height } = tooltip.getBoundingClientRect();
      tooltip.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
      tooltip.style.top = `${bottom + height + 8 < innerHeight ? bottom + 4 : Math.max(4, top - height - 4)}px`;
    }, REST);
  };
  for (const name of ["pointerover", "focusin"]) root.addEventListener(name, rest);
  for (const name of ["pointerleave", "focusout", "click"]) root.addEventListener(name, hide);
  addEventListener("scroll", hide, { capture: true, passive: true });
  addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
}

// Return everything on the board that has rules of its own, each with what it does.
export async function listRules(board, { label, rules }) {
  const shown = new Map();
  for (const { dataset: { kind, id } } of elementsIn(board)) shown.set(kind, (shown.get(kind) ?? new Set()).add(id));
  const list = html("dl");
  const found = await Promise.all([...shown].map(async ([kind, ids]) => [kind, ids, await rules(kind)]));
  for (const [kind, ids, told] of found) {
    for (const id of ids) list.append(...(told[id] ? [html("dt", label(kind, id)), ...told[id].map((text) => html("dd", text))] : []));
  }
  return list;
}

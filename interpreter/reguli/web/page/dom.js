// Helpers of the pages: elements with texts, choices that this browser remembers, and focus that survives a redraw.

import { html, own } from "./position.js";

export const byId = (id) => document.getElementById(id);
export const fill = (text, gaps) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => own(gaps, name) ?? whole);

// Return a function from the name of a text, and what fills its gaps, to the text.
export const speaker = (texts) => (name, gaps) => fill(own(texts, name) ?? name, gaps ?? {});

// What a bot is called: those that every game has by what they do, others as their game names them.
export function botName(say, bot) {
  const name = say(`bot_${bot}`);
  return say("bot_named", { bot: name === `bot_${bot}` ? bot.replaceAll("_", " ") : name });
}

// The bots of a menu, each name once: of two that are called the same the first of the alphabet stands for both.
export function botMenu(say, bots, chosen, attributes) {
  const named = new Map(bots.toSorted().toReversed().map((bot) => [botName(say, bot), bot]));
  const options = bots.filter((bot) => named.get(botName(say, bot)) === bot).map((bot) => [bot, botName(say, bot)]);
  return menu([["", say("person")], ...options], bots.includes(chosen) ? named.get(botName(say, chosen)) : "", attributes);
}

export function button(text, act, attributes) {
  const made = html("button", text, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}
export function paragraph(text, className) {
  return html("p", text, className ? { class: className } : {});
}
export function list(items, className) {
  const made = html("ul", undefined, className ? { class: className } : {});
  made.append(...items.map((item) => {
    return html("li", [item].flat());
  }));
  return made;
}
export function menu(options, chosen, attributes) {
  const made = html("select", options.map(([value, text]) => html("option", text, { value })), attributes);
  made.value = chosen;
  return made;
}
// The languages that a page speaks; the one that is chosen is remembered by this browser.
export function languageMenu({ languages, lang }, say, change) {
  const made = menu(languages.map(({ code, name }) => [code, name]), lang, { "aria-label": say("language"), "data-key": "language" });
  made.addEventListener("change", () => {
    preference.set("lang", made.value);
    change(made.value);
  });
  return made;
}
// A label and its control; the control stands inside, so that no id is needed.
export function labelled(text, control, className) {
  return html("label", [html("span", text), control], className ? { class: className } : {});
}

// Put texts into the elements that ask for them by name.
export function fillTexts(root, say) {
  for (const one of root.querySelectorAll("[data-text]")) one.textContent = say(one.dataset.text);
  for (const one of root.querySelectorAll("[data-label]")) one.setAttribute("aria-label", say(one.dataset.label));
}

// A browser may refuse to remember anything; then a choice lasts as long as the page.
export const preference = {
  get(name, otherwise) {
    try { return localStorage.getItem(`reguli.${name}`) ?? otherwise; } catch { return otherwise; }
  },
  set(name, value) {
    try { localStorage.setItem(`reguli.${name}`, value); } catch { /* lasts as long as the page */ }
  },
};

// The first language of the browser that the pages speak.
const SPOKEN = ["en", "hu", "ro"];
export function browserLanguage() {
  return navigator.languages.map((code) => code.slice(0, 2)).find((code) => SPOKEN.includes(code)) ?? SPOKEN[0];
}

// What stands on a page before the host has sent its texts.
const LOADING = { en: "Loading…", hu: "Betöltés…", ro: "Se încarcă…" };
export function sayLoading(place) {
  const lang = preference.get("lang", browserLanguage());
  document.documentElement.lang = lang;
  place.textContent = LOADING[lang] ?? LOADING.en;
}

// Scroll what scrolls inside the page until an element is seen; the page stays where it is. Return whether something scrolls around it.
export function reveal(element) {
  let around = element.parentElement;
  while (around && !(around.scrollHeight > around.clientHeight && getComputedStyle(around).overflowY === "auto")) around = around.parentElement;
  if (!around) return false;
  const [inner, outer] = [element.getBoundingClientRect(), around.getBoundingClientRect()];
  if (inner.top < outer.top || inner.height > outer.height) around.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) around.scrollTop += inner.bottom - outer.bottom;
  return true;
}

// A row with a link: what it is for, the address, a button that copies it and one that opens it.
export function linkRow(name, address, say, announce) {
  const field = html("input", undefined, { readonly: "", value: address, "aria-label": name });
  const copy = button(say("copy"), async () => {
    announce(say(await copied(field) ? "copied" : "not_copied"));
  }, { "aria-label": say("copy_of", { name }) });
  const open = html("a", say("open"), { href: address, target: "_blank", rel: "noopener", class: "button", "aria-label": say("open_of", { name }) });
  return html("div", [html("strong", name), field, copy, open], { class: "link" });
}
// Outside of a secure context there is no clipboard; the old command still copies what is selected.
async function copied(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

// ---- focus

function placeOf(element) {
  const key = element.dataset.key;
  if (key) return { find: `[data-key="${CSS.escape(key)}"]`, number: 0 };
  const thing = element.closest("[data-kind][data-id]");
  if (!thing) return null;
  const find = `[data-kind="${CSS.escape(thing.dataset.kind)}"][data-id="${CSS.escape(thing.dataset.id)}"]`;
  return { find, number: [...document.querySelectorAll(find)].indexOf(thing) };
}
function focusable(element) {
  if (!element || !element.isConnected || element.disabled) return null;
  if (element.matches("a[href], button, input, select, textarea, summary, [tabindex]")) return element;
  return element.querySelector("[tabindex='0']");
}
// Redraw, then give the focus back: to the same element, to what replaced it, or to `otherwise`.
export function keepFocus(redraw, otherwise) {
  const before = document.activeElement;
  const held = before && before !== document.body;
  const place = held ? placeOf(before) : null;
  redraw();
  if (!held || focusable(before)) return;
  const same = place ? [...document.querySelectorAll(place.find)] : [];
  (focusable(same[place?.number]) ?? same.map(focusable).find(Boolean) ?? otherwise)?.focus({ preventScroll: true });
}

// How the pages reach their host: by HTTP and a WebSocket. A site without a server has another module of this name.

import { SocketChannel } from "./connection.js";

async function fetchJson(address, settings) {
  const answer = await fetch(address, settings);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error ? told.error.text || told.error.code : answer.statusText);
  return told;
}

export const fetchGames = (lang) => fetchJson(`api/games?lang=${encodeURIComponent(lang)}`);
export const fetchGame = (game, lang) => fetchJson(`api/game?${new URLSearchParams({ game, lang })}`);

// A server's rules are changed in its files.
export const editAddress = () => null;

// Order a table; the links come back, or null where the page goes to the table by itself.
export const orderTable = (order) => fetchJson("api/tables", {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(order) });

export function openChannel() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new SocketChannel(`${scheme}//${location.host}/ws`);
}

// The address of a rulebook (`book`), a summary (`card`) or the faces of pieces (`faces`).
export function addressOf(page, { game, lang, options }, statement) {
  const query = new URLSearchParams({ game, lang, options: JSON.stringify(options) });
  return `/${page}?${query}${statement ? `#${encodeURIComponent(statement)}` : ""}`;
}

// Return the faces of pieces, or null where there are none.
export async function fetchFaces(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

export const TELLS_RULES = true;
// Return the rules of an element in words, sentence by sentence.
export async function fetchRules({ options, ...keys }) {
  const answer = await fetch(`say?${new URLSearchParams({ ...keys, options: JSON.stringify(options) })}`).catch(() => null);
  return answer?.ok ? answer.json() : [];
}

// The service worker of a site: files are kept by the digest of their content, so that a later visit needs no connection.

const KEPT = "reguli-site";
const HOME = new URL(".", self.location.href);
const PRINTED = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; base-uri 'none'";
let site = null;

const keyOf = (path, digest) => new URL(`${path}?${digest}`, HOME).href;
async function kept() {
  return caches.open(`${KEPT} ${HOME.pathname}`);
}

// The list of files, as it is on the server, or else as it was on the last visit.
async function readSite() {
  const cache = await kept();
  const address = new URL("site.json", HOME).href;
  const answer = await fetch(address, { cache: "no-cache" }).catch(() => null);
  if (answer?.ok) await cache.put(address, answer.clone());
  const found = answer?.ok ? answer : await cache.match(address);
  site = found ? await found.json() : null;
  return found;
}

async function digestOf(bytes) {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function fetchKept(path) {
  const cache = await kept();
  const [digest] = site.files[path];
  const key = keyOf(path, digest);
  const known = await cache.match(key);
  if (known) return known;
  const answer = await fetch(new URL(path, HOME), { cache: "no-cache" });
  if (!answer.ok) return answer;
  // The answer goes on to the page while it is read here.
  const copy = answer.clone();
  copy.arrayBuffer().then(async (bytes) => {
    // A file that is newer than the list is not kept under the digest of the older one.
    if (await digestOf(bytes) === digest) await cache.put(key, new Response(bytes, { headers: copy.headers }));
  });
  return answer;
}

// Keep what every visit needs, and forget what the list does not name any more.
async function tidy() {
  if (!site) await readSite();
  if (!site) return;
  const cache = await kept();
  const named = new Set(Object.entries(site.files).map(([path, [digest]]) => keyOf(path, digest)));
  for (const { url } of await cache.keys()) if (!named.has(url) && !url.endsWith("site.json")) await cache.delete(url);
  for (const path of site.page) await fetchKept(path);
}

// A rulebook under other options than the usual ones is made by a page that is open.
async function printed(query, path) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) {
    const { port1, port2 } = new MessageChannel();
    const text = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
    if (new URL(client.url).pathname.startsWith(`${HOME.pathname}made/`)) continue;
    client.postMessage(query, [port2]);
    const made = await text;
    if (made !== null) return new Response(made, { headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": PRINTED } });
  }
  return Object.hasOwn(site.files, path) ? fetchKept(path) : Response.error();
}

async function answer(path, search) {
  // The list is read anew with the page, and is the same for all files of a visit.
  if (!site || path === "index.html" || path === "edit.html") await readSite();
  if (path === "site.json") return (await kept()).match(new URL(path, HOME).href);
  if (site && search && path.startsWith("made/")) return printed(search.slice(1), path);
  return site && Object.hasOwn(site.files, path) ? fetchKept(path) : fetch(new URL(path + search, HOME));
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin, href, search } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== HOME.origin || !href.startsWith(HOME.href)) return;
  const path = decodeURI(pathname.slice(HOME.pathname.length)) || "index.html";
  event.respondWith(answer(path, search));
});

// What a page of a site loads before it is ready, and how much of it is there.

import { Announcer } from "./announce.js";
import { byId } from "./dom.js";
import { beginWorker, told } from "./access.js";

const MEGA = 1_000_000;
const CONTROL = 1500;
let say = (name) => name;

const loading = byId("loading");
const announcer = new Announcer(byId("loading_heard"));
let heard = -1;

function showProgress({ loaded, total }) {
  const part = Math.min(1, loaded / total);
  const text = say("loading", { n: (loaded / MEGA).toFixed(1), all: (Math.max(loaded, total) / MEGA).toFixed(1) });
  loading.hidden = false;
  loading.querySelector("progress").value = part;
  loading.querySelector("p").textContent = part < 1 ? text : say("starting");
  // A quarter at a time is enough to hear.
  const quarter = Math.floor(part * 4);
  if (quarter === heard) return;
  heard = quarter;
  announcer.say(loading.querySelector("p").textContent);
}
// A ruleset that is loaded later is small.
let ready = false;
told.addEventListener("progress", ({ detail }) => { if (!failed && !ready) showProgress(detail); });
told.addEventListener("ready", () => {
  ready = true;
  loading.hidden = true;
  announcer.say(say("loaded"));
});
let failed = false;
told.addEventListener("failed", ({ detail }) => {
  failed = true;
  loading.hidden = false;
  loading.querySelector("progress").hidden = true;
  loading.querySelector("p").textContent = say("loading_failed", { why: detail });
  announcer.say(loading.querySelector("p").textContent);
});

// Requests of the worker go through the service worker from the first visit on, which keeps what comes.
async function control() {
  const service = navigator.serviceWorker;
  if (!service) return;
  const controlled = service.controller ? null : new Promise((resolve) => { service.addEventListener("controllerchange", resolve, { once: true }); });
  await service.register("sw.js").catch(() => {});
  if (controlled) await Promise.race([controlled, new Promise((resolve) => { setTimeout(resolve, CONTROL); })]);
}

// Begin to load; `speak` gives texts in the language that the page has by then.
export function load(speak) {
  say = speak;
  control().then(beginWorker);
}

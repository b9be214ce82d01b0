// The connection with the host of a table: requests and their answers, pushes, and opening again after a break.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const PATIENCE = 30000;
const SILENT = 10000;
const PROTOCOL = 1;
// After these errors it is no use to open again.
const FINAL = ["version", "link", "gone"];

// A request that the host refused, or that got no answer (code `offline`).
export class Refused extends Error {
  constructor({ code, text, reasons }) {
    super(text || code);
    this.code = code;
    this.text = text || "";
    this.reasons = reasons || [];
  }
}

// A channel of texts over a WebSocket. A host in a worker needs a class with the same four methods.
export class SocketChannel {
  #socket = null;

  constructor(address) {
    this.address = address;
  }

  // `on` has `opened()`, `received(text)` and `closed()`.
  open(on) {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("open", () => on.opened());
    socket.addEventListener("message", (event) => on.received(event.data));
    // A socket that was replaced has nothing to say any more.
    socket.addEventListener("close", () => { if (socket === this.#socket) on.closed(); });
  }

  get ready() {
    return this.#socket !== null && this.#socket.readyState === WebSocket.OPEN;
  }

  send(text) {
    this.#socket.send(text);
  }

  close() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) socket.close();
  }
}

// `on` has `table(TABLE)`, `push(message)` and `status(name, error)` with `connecting`, `open`, `waiting`, `moved` or `ended`.
export class Connection {
  #channel;
  #opening;
  #on;
  #number = 0;
  #asked = new Map();
  #wait = FIRST_WAIT;
  #timer = null;
  #stopped = true;
  #heard = 0;

  constructor(channel, opening, on) {
    this.#channel = channel;
    this.#opening = opening;
    this.#on = on;
    window.addEventListener("online", () => this.#retryNow());
    window.addEventListener("offline", () => this.#lose());
    setInterval(() => this.#beat(), SILENT / 2);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#retryNow(); });
  }

  // A connection that is gone says nothing: what was not heard of for a while is asked, and then given up.
  #beat() {
    const silent = Date.now() - this.#heard;
    if (!this.#channel.ready) return;
    if (silent > SILENT * 2) this.#lose();
    else if (silent > SILENT) this.ask("ping", {}).catch(() => {});
  }

  #lose() {
    this.#channel.close();
    this.#closed();
  }

  start() {
    this.#heard = Date.now();
    this.#stopped = false;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#on.status("connecting");
    this.#channel.open({
      opened: () => this.#opened(),
      received: (text) => this.#received(JSON.parse(text)),
      closed: () => this.#closed(),
    });
  }

  // Ask the host; the promise ends with the result, or fails with `Refused`.
  ask(op, keys, patience = PATIENCE) {
    if (!this.#channel.ready) return Promise.reject(new Refused({ code: "offline" }));
    this.#number += 1;
    const id = this.#number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id, { ok: false, error: { code: "offline" } }), patience);
      this.#asked.set(id, { resolve, reject, timer });
      this.#channel.send(JSON.stringify({ ...keys, id, op }));
    });
  }

  async #opened() {
    try {
      const { op = "open", ...keys } = this.#opening();
      const table = await this.ask(op, { version: PROTOCOL, ...keys });
      this.#wait = FIRST_WAIT;
      this.#on.table(table);
      this.#on.status("open");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (FINAL.includes(error.code)) this.#stop("ended", error);
      else this.#channel.close(), this.#closed();
    }
  }

  #received(message) {
    this.#heard = Date.now();
    if (message.push === "moved") this.#stop("moved");
    else if (message.push) this.#on.push(message);
    else this.#settle(message.id, message);
  }

  #settle(id, message) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    clearTimeout(asked.timer);
    if (message.ok) asked.resolve(message.result);
    else asked.reject(new Refused(message.error));
    if (!message.ok && message.error.code === "gone") this.#stop("ended", new Refused(message.error));
  }

  #stop(status, error) {
    this.#stopped = true;
    this.#channel.close();
    this.#drop();
    this.#on.status(status, error);
  }

  #drop() {
    for (const id of [...this.#asked.keys()]) this.#settle(id, { ok: false, error: { code: "offline" } });
  }

  #closed() {
    this.#drop();
    if (this.#stopped || this.#timer !== null) return;
    this.#on.status("waiting");
    this.#timer = setTimeout(() => this.start(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  // A device that wakes up need not wait for the timer.
  #retryNow() {
    if (this.#timer !== null) this.start();
  }
}

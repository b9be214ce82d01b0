// Sentences for those who hear the page: a polite area says one after another.

const PAUSE = 150;

export class Announcer {
  #area;
  #waiting = [];

  constructor(area) {
    this.#area = area;
  }

  // What comes within a moment is said together: a area that changes twice at once is heard once.
  say(text) {
    if (!text) return;
    this.#waiting.push(text);
    if (this.#waiting.length === 1) setTimeout(() => this.#speak(), PAUSE);
  }

  #speak() {
    const text = this.#waiting.splice(0).join(" ");
    // The same sentence again has to be a change.
    this.#area.textContent = text === this.#area.textContent ? `${text}\u00a0` : text;
  }
}

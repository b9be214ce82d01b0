  const shared = JSON.parse(document.getElementById("positions").textContent);
  const texts = shared.texts;
  const byId = (id) => document.getElementById(id);
  const fill = (text, gaps) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => own(gaps, name) ?? whole);

  // ---- positions: drawn when they come near, because a page may have hundreds of them

  function button(text, act) {
    const made = html("button", text, { type: "button" });
    made.addEventListener("click", act);
    return made;
  }
  function draw(live) {
    if (live.dataset.drawn) return;
    live.dataset.drawn = "yes";
    const { table, start, steps } = shared.positions[live.dataset.position];
    const data = { ...shared.tables[table], texts, marks: shared.marks };
    const around = live.closest(".position");
    const tables = html("div");
    const whole = html("details");
    whole.append(html("summary", texts.whole), html("p", texts.changed), tables);
    const said = html("p", "", { class: "said", "aria-live": "polite" });
    const asked = html("p", "");
    const lines = html("ul");
    const legend = around.querySelector(".legend") || html("ul", undefined, { class: "legend" });
    const board = around.querySelector("svg.board");
    const drawing = byId(`board_${table}`);
    if (drawing) board.append(...drawing.content.firstElementChild.cloneNode(true).childNodes);
    const view = positionView(data, { board, told: around.querySelector(".told"), legend, tables });
    const positions = positionsOf({ ...shared.tables[table].start, ...start }, steps);
    const last = positions.length - 1;
    let now = -1;
    function show(wanted) {
      const at = Math.max(0, Math.min(last, wanted));
      if (at === now) return;
      now = at;
      const step = steps[at];
      const done = step.move === undefined ? texts.given : step.move;
      said.textContent = `${last ? `${fill(texts.step_at, { at, last })}: ` : ""}${done}${view.era(step) && ` (${view.era(step)})`}`
        + (step.failed ? `; ${fill(texts.failed, { why: step.failed })}` : "");
      asked.textContent = step.asks || "";
      // How the position itself came about is not what the example is about.
      lines.replaceChildren(...(at ? step.lines.map((line) => html("li", line)) : []));
      back.disabled = at === 0;
      on.disabled = at === last;
      view.show(positions[at], step);
    }
    const back = button(`◀ ${texts.back}`, () => { show(now - 1); if (back.disabled) on.focus(); });
    const on = button(`${texts.on} ▶`, () => { show(now + 1); if (on.disabled) back.focus(); });
    const stepping = html("div", undefined, { class: "stepping" });
    stepping.append(back, on);
    live.append(...(last ? [stepping, html("p", texts.keys_help, { class: "aside-text keys" })] : []), said, ...(last ? [asked, lines] : []), whole);
    if (last) {
      live.tabIndex = 0;
      live.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        show(to);
      });
    }
    show(0);
  }
  const waiting = [...document.querySelectorAll(".live")];
  if ("IntersectionObserver" in window) {
    const near = new IntersectionObserver((seen) => {
      for (const one of seen) if (one.isIntersecting) { near.unobserve(one.target); draw(one.target); }
    }, { rootMargin: "1000px" });
    for (const live of waiting) near.observe(live);
  } else for (const live of waiting) draw(live);
  window.addEventListener("beforeprint", () => {
    for (const live of waiting) draw(live);
  });

  // ---- copying

  async function copy(element) {
    try {
      await navigator.clipboard.writeText(element.textContent);
      return true;
    } catch {
      const range = document.createRange();
      range.selectNodeContents(element);
      const selection = window.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      try { return document.execCommand("copy"); } catch { return false; }
    }
  }
  for (const one of document.querySelectorAll("button.copy")) {
    one.hidden = false;
    const label = one.textContent;
    const status = html("span", "", { role: "status", class: "aside-text" });
    one.after(" ", status);
    one.addEventListener("click", async () => {
      const done = await copy(byId(one.dataset.of));
      status.textContent = done ? texts.copied : texts.not_copied;
      setTimeout(() => { status.textContent = ""; one.textContent = label; }, 4000);
    });
  }

  // ---- the matrix: sorted by a column, filtered by a text and by how rows are held

  const table = byId("matrix_table");
  const body = table.tBodies[0];
  const all = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const compare = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
  function sortBy(column) {
    const falling = heads[column].getAttribute("aria-sort") === "ascending";
    const keys = new Map(all.map((row) => [row, row.cells[column].textContent.trim()]));
    const sorted = [...all].sort((a, b) => compare(keys.get(a), keys.get(b)) * (falling ? -1 : 1));
    heads.forEach((head, at) => {
      if (at === column) head.setAttribute("aria-sort", falling ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    body.append(...sorted);
  }
  heads.forEach((head, column) => {
    const name = head.textContent.trim();
    head.replaceChildren(button(name, () => sortBy(column)));
  });
  const words = new Map(all.map((row) => [row, row.textContent.toLocaleLowerCase()]));
  function filter() {
    const text = byId("filter_text").value.trim().toLocaleLowerCase();
    const stripe = byId("filter_stripe").value;
    let shown = 0;
    for (const row of all) {
      row.hidden = !(words.get(row).includes(text) && (!stripe || row.dataset.stripe === stripe));
      if (!row.hidden) shown += 1;
    }
    byId("rows").textContent = fill(texts.rows, { shown, all: all.length });
  }
  byId("filters").hidden = false;
  byId("filter_text").addEventListener("input", filter);
  byId("filter_stripe").addEventListener("change", filter);
  filter();

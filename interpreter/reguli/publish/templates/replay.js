  const data = JSON.parse(document.getElementById("replay").textContent);
  const texts = data.texts;
  const byId = (id) => document.getElementById(id);
  const positions = positionsOf(data.start, data.steps);
  const last = positions.length - 1;
  const view = positionView(data, { board: byId("board"), told: byId("board_text"), legend: byId("legend"), tables: byId("position") });
  let now = -1;

  function show(wanted, push) {
    const at = Math.max(0, Math.min(last, wanted));
    if (at === now) return;
    now = at;
    const step = data.steps[at];
    byId("slider").value = at;
    byId("slider").setAttribute("aria-valuetext", view.filled(texts.step_at, { at, last }));
    byId("count").textContent = view.filled(texts.at, { at, last });
    const era = view.era(step) && ` (${view.era(step)})`;
    byId("said").textContent = step.move === undefined ? texts.beginning + era : `${step.move}${step.forced ? ` (${texts.forced})` : ""}${era}`;
    byId("first").disabled = byId("back").disabled = at === 0;
    byId("on").disabled = byId("last").disabled = at === last;
    byId("lines").replaceChildren(...step.lines.map((line) => html("li", line)));
    view.show(positions[at], step);
    let begun = 0;
    phases.forEach((start, i) => { if (start <= at) begun = i; });
    byId("phases").selectedIndex = begun;
    for (const link of document.querySelectorAll(".moves [aria-current]")) link.removeAttribute("aria-current");
    const link = document.querySelector(`.moves a[href="#step-${at}"]`);
    if (link) link.setAttribute("aria-current", "step");
    if (push) history.replaceState(null, "", `#step-${at}`);
  }

  const phases = [];
  data.steps.forEach((step, at) => {
    const before = data.steps[at - 1];
    if (before && before.round === step.round && before.phase === step.phase) return;
    phases.push(at);
    byId("phases").append(html("option", view.era(step) || texts.beginning));
  });

  byId("first").addEventListener("click", () => show(0, true));
  byId("back").addEventListener("click", () => show(now - 1, true));
  byId("on").addEventListener("click", () => show(now + 1, true));
  byId("last").addEventListener("click", () => show(last, true));
  byId("slider").addEventListener("input", (event) => show(Number(event.target.value), true));
  byId("phases").addEventListener("change", (event) => show(phases[event.target.selectedIndex], true));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to, true);
  });
  function fromAddress() {
    const found = /^#step-(\d+)$/.exec(location.hash);
    show(found ? Number(found[1]) : 0, false);
  }
  window.addEventListener("hashchange", fromAddress);
  fromAddress();

// A position drawn: on the board, and in tables. The pages of replays and reports include this file; the table of a game imports it.

const SVG = "http://www.w3.org/2000/svg";
// How far the path of a mark reaches.
const MARK = 14;
export const own = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);

// ---- making elements; texts only ever as text, alone or in a list with other elements

export function html(name, text, attributes) {
  const made = document.createElement(name);
  if (Array.isArray(text)) made.append(...text);
  else if (text !== undefined) made.textContent = text;
  for (const key in attributes || {}) made.setAttribute(key, attributes[key]);
  return made;
}
export function svg(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  return made;
}
// Mark what stands for an element, so that a page can find it.
function standFor(made, kind, id) {
  made.dataset.kind = kind;
  made.dataset.id = id;
  return made;
}
// A value that the viewer may not see: one, or a pile of so many.
const isHidden = (value) => own(value, "hidden") === true;

// ---- the view of one game: `data` says what there is and what it is called, `place` holds the elements to be filled:
// `board` and `told` (none where the game has no board), `legend`, `tables`. A step's `changed` is marked.

export function positionView(data, place) {
  // ---- saying values

  const seatOf = (id) => data.seat_ids.indexOf(id);
  function label(kind, id) {
    const seat = kind === "player" ? seatOf(id) : -1;
    if (seat >= 0) return data.seats[seat];
    const named = own(own(data.labels, kind), id);
    return named === undefined ? String(id) : named;
  }
  const texts = data.texts;
  const filled = (text, gaps) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => own(gaps, name) ?? whole);
  const words = (text) => own(data.words, text) ?? text.replaceAll("_", " ");
  const called = (kind, name) => own(own(data.eras, kind), String(name));
  function said(value, field, owner) {
    if (value === null || value === undefined) return field.form === "zone" ? texts.unlimited : texts.none;
    if (value === true) return texts.yes;
    if (value === false) return texts.no;
    if (Array.isArray(value)) {
      if (!value.length) return "–";
      return value.map((item) => (isHidden(item) ? texts.face_down : Array.isArray(item)
        ? `${item.length} ${filled(texts.unordered, { items: item.map((each) => label(field.of, each)).join(", ") })}`
        : label(field.of, item))).join(", ");
    }
    if (isHidden(value)) return hiddenText(value, field);
    if (typeof value === "object") {
      const kinds = Object.entries(value);
      if (owner !== undefined && field.seats && kinds.length === 1 && kinds[0][0] === owner) return String(kinds[0][1]);
      return kinds.length ? kinds.map(([id, count]) => (count === 1 && field.single ? label(field.variety || field.of, id) : `${label(field.variety || field.of, id)} ${count}`)).join(", ") : "–";
    }
    return typeof value === "string" ? label(field.of, value) : String(value);
  }
  const isNothing = (value) => value === null || value === undefined || value === false || value === 0
    || (typeof value === "object" && (Object.keys(value).length === 0 || (isHidden(value) && value.count === 0)));

  const fieldOf = (path) => data.fields[path.split("/").slice(0, 2).join("/")];

  // ---- values as elements: each thing by itself, with the text that `said` returns

  const kindOf = (field) => field.variety || field.of;
  const faceDown = (count) => (count === undefined ? texts.face_down : filled(texts.face_down_count, { n: String(count) }));
  // The known cards of a hidden value, with null for one that is not known.
  const knownOf = (value) => (value.known || []).map((id) => (typeof id === "string" ? id : null));
  function hiddenText(value, field) {
    const known = knownOf(value).filter((id) => id !== null).map((id) => label(field.of, id));
    return [faceDown(value.count), ...known].join(", ");
  }
  // Things one beside the other. Those that look alike lie on one another; the topmost stands for all of them.
  function things(kind, ids, show) {
    const piles = [];
    for (const id of ids) {
      const last = piles[piles.length - 1];
      if (last && !isHidden(id) && label(kind, last[0]) === label(kind, id)) last.push(id);
      else piles.push([id]);
    }
    return piles.map((pile) => (isHidden(pile[0]) ? stack(undefined) : pileOf(kind, pile, show(kind, pile[0]))));
  }
  function pileOf(kind, pile, made) {
    if (pile.length > 1) {
      made.append(html("b", ` ×${pile.length}`, { class: "times" }));
      made.dataset.pile = pile.join(" ");
    }
    return standFor(made, kind, pile[0]);
  }
  const named = (kind, id) => html("span", label(kind, id));
  const thing = (kind, id) => standFor(html("span", label(kind, id), { class: "thing" }), kind, id);
  // A face is called what moves call it where nothing on it says so.
  function faced(kind, id) {
    const face = own(own(printed.faces, kind), id);
    if (!face) return thing(kind, id);
    const made = faceOf(face);
    const name = label(kind, id);
    const plain = (text) => text.replaceAll("\u00a0", " ").toLocaleLowerCase();
    if (!plain(made.textContent).includes(plain(name))) made.append(html("small", name, { class: "called" }));
    return made;
  }
  function brief(kind, id) {
    const face = own(own(printed.faces, kind), id);
    return face ? standFor(briefOf(face, label(kind, id)), kind, id) : thing(kind, id);
  }
  function stack(count) {
    const made = html("span", undefined, { class: count > 1 ? "stack many_cards" : "stack", role: "img", "aria-label": faceDown(count), title: faceDown(count) });
    made.append(html("span", count === undefined ? "?" : String(count), { class: "back" }));
    return made;
  }
  // From top to bottom: each known card, and so many unknown ones between them as one pile.
  function hiddenThings(value, field) {
    const cards = [];
    let unknown = 0;
    for (const id of knownOf(value)) {
      if (id === null) unknown += 1;
      else {
        if (unknown) cards.push(stack(unknown));
        unknown = 0;
        cards.push(thing(field.of, id));
      }
    }
    const rest = value.count === undefined ? undefined : value.count - knownOf(value).length + unknown;
    return rest === 0 ? cards : [...cards, stack(rest)];
  }
  // Elements stand in a text one after another; tokens of seats are not marked, because the panel of the seat is.
  function marked(value, field, owner) {
    if (isHidden(value) && value.count === undefined && !field.pieces) return [html("span", "?", { title: texts.secret })];
    if (isHidden(value)) return hiddenThings(value, field);
    const listed = Array.isArray(value) && value.length && !value.some(Array.isArray);
    const counted = value && typeof value === "object" && !Array.isArray(value) && kindOf(field) && !field.seats;
    if (listed) return between(things(field.of, value, named));
    if (counted && Object.keys(value).length) {
      return between(Object.entries(value).map(([id, count]) => {
        const icon = own(printed.icons, id);
        return standFor(part("", ...(icon ? [iconOf(icon, ""), " "] : []), said({ [id]: count }, field, owner)), kindOf(field), id);
      }));
    }
    if (typeof value === "string" && field.of) return [standFor(html("span", said(value, field, owner)), field.of, value)];
    return [said(value, field, owner)];
  }
  // What lies on numbered places, the last of which is taken first: by variety how many there are, what the next one is worth, and all places.
  function inPlaces(value, field) {
    return Object.entries(field.places).map(([id, places]) => {
      const count = own(value, id) || 0;
      const icon = own(printed.icons, id);
      const next = count ? `, ${filled(texts.next_one, { worth: field.amounts[places[count - 1]] })}` : "";
      const groups = [];
      places.forEach((worth, at) => {
        if (groups[0]?.worth !== worth) groups.unshift({ worth, free: 0, held: 0 });
        groups[0][at < count ? "held" : "free"] += 1;
      });
      const spaces = part("spaces", ...groups.map(({ worth, free, held }) => part(held ? "space" : "space free", html("b", worth), "○".repeat(free), "●".repeat(held))));
      spaces.setAttribute("aria-hidden", "true");
      return part("places", standFor(part("", ...(icon ? [iconOf(icon, ""), " "] : []), `${label(kindOf(field), id)} ${count}${next}`), kindOf(field), id), spaces);
    });
  }
  // Of the things in a zone those that the rules name together stand under that name, and what is left under another.
  function inParts(parts, ids, show) {
    const groups = (parts || []).map(({ label: name, of }) => [name, ids.filter((id) => of.includes(id))]);
    const rest = ids.filter((id) => !groups.some(([, of]) => of.includes(id)));
    const shown = [...groups, [texts.others, rest]].filter(([, of]) => of.length);
    if (!groups.length || (shown.length === 1 && rest.length)) return show(ids);
    return shown.map(([name, of]) => part("zone_part", html("small", name), ...show(of)));
  }
  const between = (made) => made.flatMap((one, at) => (at ? [", ", one] : [one]));

  // ---- faces: what is printed on a piece, from the data of its print

  let printed = { faces: {}, icons: {}, pictures: {} };
  const drawing = (svg) => html("img", undefined, { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "" });
  function line(name, { runs }) {
    const made = html(name);
    for (const [text, held, icon] of runs) {
      made.append(icon ? iconOf(icon, icon.letter) : held ? html("span", text, { class: "held" }) : text);
    }
    return made;
  }
  function iconOf({ svg, ink }, letter) {
    const made = html("span", undefined, { class: "icon" });
    made.append(drawing(svg));
    if (letter) {
      const shown = html("b", letter);
      shown.style.color = ink;
      made.append(shown);
    }
    return made;
  }
  function part(name, ...shown) {
    const made = html("span", undefined, { class: name });
    made.append(...shown);
    return made;
  }
  function banded(face, ...shown) {
    const head = part("band", ...shown);
    const [first] = face.icons.map(({ icon }) => printed.icons[icon]);
    if (first) {
      head.style.background = first.colour;
      head.style.color = first.ink;
    }
    return head;
  }
  // What is printed in few signs, in a line: the number or else the name, the icons, and what it is good for.
  function briefOf(face, name) {
    const made = html("span", undefined, { class: "thing brief", title: name });
    made.append(banded(face, face.number ? line("b", face.number) : name));
    if (face.number && !face.icons.length) made.append(` ${name} `);
    for (const { icon, times, letter } of face.icons) made.append(...Array.from({ length: times }, () => iconOf(printed.icons[icon], letter)));
    if (face.result) made.append(iconOf(printed.icons[face.result.icon], ""), line("b", face.result.number));
    return made;
  }
  function faceOf(face) {
    const made = html("span", undefined, { class: "thing face" });
    const head = banded(face, ...(face.number ? [line("b", face.number)] : []), ...(face.title ? [line("span", face.title)] : []));
    const rows = face.icons.map(({ icon, times, letter }) => part("icons", ...Array.from({ length: times }, () => iconOf(printed.icons[icon], letter))));
    made.append(head);
    if (own(printed.pictures, face.picture)) made.append(drawing(printed.pictures[face.picture].svg));
    rows.forEach((row, at) => made.append(...(at && face.join ? [line("small", face.join)] : []), row));
    if (face.label) made.append(line("small", face.label));
    made.append(...face.text.map((text) => line("span", text)));
    // A number that a piece does not have is a zero in its data.
    for (const [title, value] of face.facts.filter(([, { runs }]) => runs.some(([text]) => text !== "0"))) made.append(part("fact", line("small", title), " ", line("b", value)));
    if (face.result) made.append(part("result", iconOf(printed.icons[face.result.icon], ""), line("b", face.result.number), " ", line("span", face.result.line)));
    return made;
  }

  // ---- the pieces of a seat: shape, number and colour

  const markOf = (seat) => data.marks[seat % data.marks.length];
  function mark(seat, x, y, size, count) {
    const group = svg("g", { transform: `translate(${x} ${y})`, class: "piece" });
    const { path, colour } = markOf(seat);
    group.append(svg("path", { class: "mark", d: path, transform: `scale(${(size / MARK).toFixed(3)})`, fill: colour }));
    group.append(svg("text", { y: (size * 0.4).toFixed(1), "font-size": (size * 1.1).toFixed(1) }, count > 1 ? `${seat + 1}×${count}` : String(seat + 1)));
    return group;
  }

  function small(picture) {
    const shown = svg("svg", { viewBox: "-14 -14 28 28", "aria-hidden": "true" });
    shown.append(picture);
    return shown;
  }
  const sign = (seat) => small(mark(seat, 0, 0, 10, 1));

  data.seats.forEach((name, seat) => {
    const item = html("li");
    const number = name.includes(String(seat + 1)) ? "" : `${seat + 1} `;
    item.append(sign(seat), ` ${number}${name} (${texts[markOf(seat).shape]})`);
    place.legend.append(item);
  });

  // ---- the board

  const board = data.board;
  const boardFields = board ? Object.entries(data.fields).filter(([, field]) => field.owner === board.kind) : [];
  const pieces = [];
  const parts = [];
  const names = [];
  const TINTS = 6;

  // What belongs to a place of the board: its sites, and the division that it lies in.
  function told_of(at) {
    const tints = board.tints;
    const found = tints ? [label(tints.kind, tints.ids[tints.of[at]])] : [];
    for (const [kind, id] of own(board.sites || {}, at) || []) found.push(label(kind, id));
    return found;
  }
  function outline(point) {
    const size = board.size;
    if (board.form === "square") return svg("rect", { class: "cell", x: point.x - size / 2, y: point.y - size / 2, width: size, height: size });
    const far = size / Math.sqrt(3);
    const corners = [0, 1, 2, 3, 4, 5].map((at) => [point.x + far * Math.sin((at * Math.PI) / 3), point.y - far * Math.cos((at * Math.PI) / 3)]);
    return svg("polygon", { class: "cell", points: corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") });
  }
  function entry(picture, text) {
    const item = html("li");
    item.append(small(picture), ` ${text}`);
    place.legend.append(item);
  }
  function drawBoard() {
    const picture = place.board;
    if (board.tints) {
      board.tints.ids.forEach((id, at) => entry(svg("rect", { class: `cell tint_${at % TINTS}`, x: -10, y: -10, width: 20, height: 20 }), label(board.tints.kind, id)));
      if (board.borders.kind !== board.tints.kind) {
        entry(svg("line", { class: "border", x1: 0, y1: -12, x2: 0, y2: 12 }), board.borders.ids.map((id) => label(board.borders.kind, id)).join(" | "));
      }
    }
    board.points.forEach((point, at) => {
      const group = standFor(svg("g", {}), board.kind, point.id);
      const besides = told_of(at);
      group.append(svg("title", {}, besides.length ? `${point.name} (${besides.join(", ")})` : point.name));
      const cell = outline(point);
      if (board.tints) cell.classList.add(`tint_${board.tints.of[at] % TINTS}`);
      group.append(cell);
      const name = svg("text", { class: "corner", x: point.x, y: point.y + 5 }, point.name);
      group.append(name);
      names[at] = name;
      (own(board.sites || {}, at) || []).forEach(([kind, id], i) => group.append(standFor(site(point, label(kind, id), i), kind, id)));
      const content = svg("g", {});
      group.append(content);
      picture.append(group);
      pieces.push([group, content, titled(group)]);
    });
    for (const [x1, y1, x2, y2] of board.borders ? board.borders.lines : []) picture.append(svg("line", { class: "border", x1, y1, x2, y2 }));
    for (const part of board.parts) {
      const group = svg("g", { class: "part" });
      const [x1, y1, x2, y2] = part.ends;
      group.append(x1 === x2 && y1 === y2 ? svg("circle", { class: "spot", cx: x1, cy: y1, r: board.size * 0.13 }) : svg("line", { x1, y1, x2, y2 }));
      picture.append(group);
      takePart(part, group, (part.ends[0] + part.ends[2]) / 2, (part.ends[1] + part.ends[3]) / 2);
    }
  }
  // What stands at a place is told behind the name that its title has at first.
  function titled(group) {
    const title = group.querySelector(":scope > title") ?? group.insertBefore(svg("title", {}), group.firstChild);
    const name = title.textContent;
    return (inside) => { title.textContent = inside.length ? `${name}: ${inside.join(", ")}` : name; };
  }
  function takePart(part, group, x, y) {
    const title = svg("title", {}, label(part.kind, part.id));
    const content = svg("g", {});
    standFor(group, part.kind, part.id);
    group.prepend(title);
    group.append(content);
    parts.push({ ...part, x, y, group, content, title, fields: Object.entries(data.fields).filter(([, field]) => field.owner === part.kind) });
  }

  // A map is drawn already: its signs with their holes, its parts, and everything that belongs to a group are found in the drawing.
  const where = (circle) => [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))];
  function takeMap() {
    const picture = place.board;
    const all = (what, from) => [...(from || picture).querySelectorAll(what)];
    all(".spot").forEach((group, at) => {
      const content = svg("g", {});
      standFor(group, board.kind, board.points[at].id);
      group.append(content);
      pieces.push([group, content, titled(group), all(".hole", group).map(where), where(all(".sign", group)[0])]);
    });
    for (const group of all(".part")) takePart(board.parts[group.dataset.part], group, ...where(all("circle", group)[0]));
    explainMap(all);
    const groupAt = (at) => board.groups.findIndex(({ id }) => id === board.points[at].group);
    for (const one of all("[data-group], [data-at], [data-ends]")) {
      const { group, at, ends } = one.dataset;
      if (group !== undefined && board.group_kind) standFor(one, board.group_kind, board.groups[group].id);
      grouped.push([one, group !== undefined ? [Number(group)] : (at ?? ends).split(" ").map((number) => groupAt(Number(number)))]);
    }
  }
  // Each sign of a group that was drawn, with what it stands for; and what kinds of spaces lie at places and on lines.
  function explainMap(all) {
    // What a group is called may be a colour, which its sign must not contradict.
    for (const sign of all(".spot > .sign + g:has(> path):has(> text)")) sign.classList.add("group_sign");
    for (const { id } of board.groups) {
      const sign = all(".spot").find((_, at) => board.points[at].group === id)?.querySelector(".group_sign");
      if (!sign) continue;
      const shown = sign.cloneNode(true);
      shown.removeAttribute("transform");
      entry(shown, label(board.group_kind, id));
    }
    for (const where of ["at", "on"]) {
      const kinds = new Set(board.parts.filter((one) => where in one).map(({ kind }) => kind));
      const hole = all(".part").find((one) => where in board.parts[one.dataset.part])?.querySelector("circle");
      if (hole) entry(svg("circle", { r: 9, fill: hole.getAttribute("fill"), stroke: hole.getAttribute("stroke"), "stroke-width": 1.5 }), [...kinds].map(kindName).join(", "));
    }
  }
  const grouped = [];
  // A long text in a cell stands in two lines, those of a site at its foot.
  function inLines(text) {
    const cut = text.length > 11 ? text.lastIndexOf(" ", Math.ceil(text.length / 2) + 3) : -1;
    return cut > 0 ? [text.slice(0, cut), text.slice(cut + 1)] : [text];
  }
  function site(point, text, number) {
    const foot = point.y + board.size * 0.38 + number * 11;
    const made = svg("text", { class: "site", x: point.x, y: foot });
    const lines = inLines(text);
    lines.forEach((line, i) => made.append(svg("tspan", { x: point.x, y: foot + (i - lines.length + 1) * 11 }, line)));
    return made;
  }
  // Whose a piece is: what is tracked of its kind names a seat.
  const ownerPaths = new Map(Object.entries(data.fields).filter(([, field]) => field.seats && field.form !== "zone" && field.owner !== "game")
    .map(([path, field]) => [field.owner, path]));
  const ownerOf = (kind, id, position) => (ownerPaths.has(kind) ? seatOf(position[`${ownerPaths.get(kind)}/${id}`]) : -1);
  // Where players and pieces are that know their place by themselves, such as the only piece of a seat.
  const drawnKinds = board ? new Set([board.kind, ...board.parts.map(({ kind }) => kind)]) : new Set();
  const dwelling = Object.entries(data.fields).filter(([, { of, form, shown, owner }]) => shown && form === "element" && drawnKinds.has(of)
    && owner !== "game" && !drawnKinds.has(owner));
  function dwellers({ kind = board.kind, id }, values) {
    return dwelling.filter(([, { of }]) => of === kind).flatMap(([path, { owner }]) => [...elements.get(owner) || []]
      .filter((one) => own(values, `${path}/${one}`) === id).map((one) => [owner, one]));
  }
  // Return of a place the seats whose pieces stand there, what else is written there, and all of it in words: pieces by their names.
  function contents(point, position, fields) {
    const seats = [];
    const extras = [];
    const told = [];
    const tell = (text) => { extras.push(text); told.push(text); };
    const owned = (name, seat) => (seat >= 0 ? `${name} (${data.seats[seat]})` : name);
    for (const [kind, id] of dwellers(point, position)) {
      const seat = kind === "player" ? seatOf(id) : ownerOf(kind, id, position);
      if (seat >= 0) seats.push([seat, 1]);
      else extras.push(label(kind, id));
      told.push(kind === "player" ? label(kind, id) : owned(label(kind, id), seat));
    }
    for (const [path, field] of fields) {
      const value = position[`${path}/${point.id}`];
      if (isNothing(value)) continue;
      if (isHidden(value)) {
        if (field.shown) tell(hiddenText(value, field));
      } else if (field.seats && ["string", "object"].includes(typeof value) && !Array.isArray(value)) {
        const held = typeof value === "string" ? [[value, 1]] : Object.entries(value);
        seats.push(...held.map(([id, count]) => [seatOf(id), count]));
        const names = held.map(([id, count]) => (count > 1 ? `${label("player", id)} ×${count}` : label("player", id))).join(", ");
        told.push(fields.length > 1 ? `${field.label}: ${names}` : names);
      } else if (!field.shown) continue;
      else if (field.pieces && Array.isArray(value) && value.some((id) => ownerOf(field.of, id, position) >= 0)) {
        const owners = value.map((id) => ownerOf(field.of, id, position));
        seats.push(...owners.filter((owner) => owner >= 0).map((owner) => [owner, 1]));
        const names = value.map((id) => (isHidden(id) ? texts.face_down : label(field.of, id)));
        extras.push(...names);
        told.push(...names.map((name, at) => owned(name, owners[at])));
      }
      else if (value === true) tell(field.label);
      else if (typeof value === "number") tell(`${field.label} ${value}`);
      else tell(said(value, field));
    }
    return [seats.filter(([seat]) => seat >= 0), extras, told];
  }
  // What belongs to a group that has marks of its own, and none of them set, stays in the background once any is set.
  const groupFlags = board && board.group_kind
    ? Object.entries(data.fields).filter(([, field]) => field.owner === board.group_kind && field.form === "flag").map(([path]) => path) : [];
  function showGroups(position) {
    const marked = board.groups.map(({ id }) => groupFlags.some((path) => position[`${path}/${id}`] !== false));
    for (const [one, groups] of grouped) one.classList.toggle("aside", marked.includes(true) && groups.some((group) => group >= 0 && !marked[group]));
  }
  // The pieces of a place of a map: in its holes one by one, or so many of a seat together where there are more than holes.
  function inHoles(seats, holes, [x, y]) {
    const one_by_one = seats.flatMap(([seat, count]) => Array(count).fill([seat, 1]));
    const shown = one_by_one.length <= holes.length ? one_by_one : seats;
    return shown.map(([seat, count], i) => mark(seat, ...(holes[i] || [x + (i - (shown.length - 1) / 2) * 22, y]), 9, count));
  }
  function showCell(point, at, content, seats, extras) {
    const crowded = seats.length > 0 && extras.length > 0;
    const size = board.size * (seats.length > 1 || crowded ? 0.18 : 0.3);
    content.replaceChildren(...seats.map(([seat, count], i) => mark(seat, point.x + (i - (seats.length - 1) / 2) * size * 2.3,
      point.y - (crowded ? board.size * 0.24 : 0), size, count)));
    // The name of a cell makes room for what is written there.
    names[at].setAttribute("y", point.y + (extras.length ? -board.size * 0.14 : 5));
    const lines = extras.flatMap(inLines);
    lines.forEach((text, i) => content.append(svg("text", { class: lines.length > 1 ? "extra small" : "extra", x: point.x, y: point.y + 7 + i * 12 }, text)));
  }
  function showBoard(position, step) {
    const told = [];
    if (board.form === "map") showGroups(position);
    board.points.forEach((point, at) => {
      const [group, content, entitle, holes, middle] = pieces[at];
      const [seats, extras, inside] = contents(point, position, boardFields);
      if (holes) {
        content.replaceChildren(...inHoles(seats, holes, middle),
          ...extras.map((text, i) => svg("text", { class: "extra", x: middle[0], y: middle[1] + 30 + i * 15 }, text)));
      } else showCell(point, at, content, seats, extras);
      const fresh = boardFields.some(([path]) => own(step.changed, `${path}/${point.id}`) !== undefined)
        || dwellers(point, step.changed).length > 0;
      group.classList.toggle("fresh", fresh);
      group.classList.toggle("full", seats.length > 0);
      entitle(inside);
      if (inside.length) told.push(`${point.name}: ${inside.join(", ")}`);
    });
    for (const part of parts) told.push(...showPart(part, position, step));
    place.told.textContent = told.length ? told.join("; ") : texts.empty;
  }

  // A space or an edge says in words what lies there, and shows whose it is.
  function showPart(part, position, step) {
    const [seats, , told] = contents(part, position, part.fields);
    const fresh = part.fields.some(([path]) => own(step.changed, `${path}/${part.id}`) !== undefined) || dwellers(part, step.changed).length > 0;
    // A mark that a table need not tell is seen on the board.
    const flagged = part.fields.some(([path, { form }]) => form === "flag" && position[`${path}/${part.id}`] === true);
    const filled = told.length > 0 || flagged;
    part.group.classList.toggle("filled", filled);
    part.group.classList.toggle("fresh", fresh);
    const inside = told.join(", ");
    const name = label(part.kind, part.id);
    part.title.textContent = inside ? `${name}: ${inside}` : name;
    part.content.replaceChildren(...seats.slice(0, 1).map(([seat, count]) => mark(seat, part.x, part.y, 8, count)));
    return inside ? [`${name}: ${inside}`] : [];
  }

  // ---- the tables of what is tracked

  function cell(path, field, position, step, owner) {
    const value = position[path];
    const made = html("td");
    made.append(...marked(value, field, owner));
    if (own(step.changed, path) !== undefined) made.className = "changed";
    return made;
  }
  function table(title, heads, rows) {
    const made = html("table");
    made.append(html("caption", title));
    const head = html("tr");
    for (const text of heads) head.append(html("th", text, { scope: "col" }));
    const top = html("thead");
    top.append(head);
    const body = html("tbody");
    for (const [name, ...cells] of rows) {
      const row = html("tr");
      const head = html("th", undefined, { scope: "row" });
      head.append(name);
      row.append(head, ...cells);
      body.append(row);
    }
    made.append(top, body);
    const wide = html("div", undefined, { class: "wide" });
    wide.append(made);
    return wide;
  }
  const owners = [...new Set(Object.values(data.fields).map((field) => field.owner))];
  const elements = new Map(owners.map((owner) => [owner, new Set()]));
  function takeElements(position) {
    for (const path of Object.keys(position)) {
      const [owner, , element] = path.split("/");
      if (element !== undefined && elements.has(owner)) elements.get(owner).add(element);
    }
  }
  if (data.start) takeElements(data.start);
  const folds = Object.create(null);
  // More things than these, or more rows, are folded away.
  const FOLDED = 6;
  const kindName = (kind) => own(data.kinds, kind) ?? words(kind);
  // A mark that nobody has is not worth a line, unless this step took it away.
  const worthALine = (path, field, position, step) => field.form !== "flag"
    || (field.owner === "game" ? [path] : data.seat_ids.map((id) => `${path}/${id}`))
      .some((place) => position[place] === true || own(step.changed, place) !== undefined);
  // What lies before somebody, or belongs to all: each thing by itself, as it lies on a table.
  // The name of a value. Where a page tells more about values (`place.tells`), the name is a button.
  function term(name, path) {
    const made = html("dt");
    made.append(place.tells ? html("button", name, { type: "button", class: "tells", "data-path": path }) : name);
    return made;
  }
  function item(...shown) {
    const made = html("div");
    made.append(...shown);
    return made;
  }
  // What a panel shows beside a name: a value, some things, or with a name for the fold many things folded away.
  function itemOf(name, shown, foldName, count = "") {
    const many = shown.querySelectorAll(".thing").length;
    const made = item(name, shown);
    if (foldName && many > FOLDED && !shown.classList.contains("changed")) {
      const fold = folding(foldName, String(many), [...shown.childNodes]);
      fold.firstChild.setAttribute("aria-label", `${name.textContent}: ${many}`);
      shown.replaceChildren(fold);
    } else {
      made.firstChild.append(count);
      if (many > 1 || shown.querySelector(".face, .places")) made.className = "many";
    }
    return made;
  }
  function folding(name, text, shown) {
    const fold = html("details", undefined, { "data-fold": name, ...(folds[name] ? { open: "" } : {}) });
    const head = html("summary", text);
    // Only a person decides what stays open; a page may open a fold for a moment.
    head.addEventListener("click", () => { folds[name] = !fold.open; });
    fold.append(head, ...shown);
    return fold;
  }
  // The pieces of a panel that is `near` show their faces, and nothing of it is folded.
  function panel(title, fields, pathOf, position, step, owner, near) {
    const made = html("section", undefined, { class: "seat" });
    const head = html("h3");
    head.append(html("span", title, { class: "who" }));
    const list = html("dl");
    const items = [];
    for (const [path, field] of fields) {
      const at = pathOf(path);
      const value = position[at];
      const changed = own(step.changed, at) !== undefined;
      if (isNothing(value) && value !== 0 && !field.sum && !field.places && (!changed || field.form === "flag")) continue;
      const shown = html("dd", undefined, changed ? { class: "changed" } : {});
      const holds = Array.isArray(value) || own(value, "count") !== undefined;
      const ids = Array.isArray(value) && value.length && !value.some(Array.isArray) ? value : [];
      if (ids.length) shown.append(...inParts(own(step.parts, at), ids, (some) => things(field.of, some, near ? faced : brief)));
      else if (field.places && !isHidden(value)) shown.append(...inPlaces(value, field));
      else if (value === true || (isNothing(value) && field.sum)) shown.textContent = value === true ? "✓" : "0";
      else shown.append(...marked(value, field, owner));
      if (value === true && !changed) items.push([false, item(term(`✓ ${field.label}`, at))]);
      else items.push([holds, itemOf(term(field.label, at), shown, !near && `${title} ${path}`)]);
    }
    // What may hold many things comes below what holds one, whatever they hold now.
    const [short, long] = [false, true].map((many) => items.filter((one) => one[0] === many).map(([, one]) => one));
    list.append(...short);
    const below = html("dl");
    below.append(...long);
    made.append(head, list, below);
    return [made, head, below];
  }
  // What of a player lies elsewhere, on spaces or cards.
  function elsewhere(seat, fields, position, step) {
    const found = [];
    const here = new Set(fields.flatMap(([path, field]) => [position[`${path}/${data.seat_ids[seat]}`]].flat().map((id) => `${field.of} ${id}`)));
    for (const [path, field] of Object.entries(data.fields)) {
      if (!field.seats || ["game", "player"].includes(field.owner)) continue;
      const places = [];
      let changed = false;
      for (const id of elements.get(field.owner) || []) {
        const value = position[`${path}/${id}`];
        const count = typeof value === "string" ? Number(value === data.seat_ids[seat]) : own(value, data.seat_ids[seat]) || 0;
        if (!count || Array.isArray(value) || here.has(`${field.owner} ${id}`)) continue;
        places.push([id, count > 1 ? `${label(field.owner, id)} ×${count}` : label(field.owner, id)]);
        changed = changed || own(step.changed, `${path}/${id}`) !== undefined;
      }
      if (places.length) found.push([kindName(field.owner), places, changed, field.owner]);
    }
    return found;
  }
  // What would be made of the same as last time is not made again.
  const known = new Map();
  function unlessSame(name, of, make) {
    const stamp = JSON.stringify(of);
    if (known.get(name)?.stamp !== stamp) known.set(name, { stamp, made: make() });
    const { made } = known.get(name);
    for (const fold of made.querySelectorAll("details")) fold.open = Boolean(folds[fold.dataset.fold]);
    return made;
  }
  const valuesOf = (fields, pathOf, position, step) => fields.map(([path]) => [position[pathOf(path)], own(step.changed, pathOf(path)) !== undefined]);
  function seatPanel(seat, fields, position, step, near) {
    const id = data.seat_ids[seat];
    const besides = elsewhere(seat, fields, position, step);
    const of = [near, fields.map(([path]) => path), valuesOf(fields, (path) => `${path}/${id}`, position, step), besides];
    return unlessSame(id, of, () => newSeatPanel(seat, fields, position, step, near, besides));
  }
  function newSeatPanel(seat, fields, position, step, near, besides) {
    const id = data.seat_ids[seat];
    const [made, head, list] = panel(data.seats[seat], fields, (path) => `${path}/${id}`, position, step, id, near);
    standFor(made, "player", id);
    made.style.setProperty("--seat", markOf(seat).colour);
    head.prepend(sign(seat));
    for (const [name, places, changed, kind] of besides) {
      const cells = html("dd", undefined, changed ? { class: "changed" } : {});
      cells.append(...places.map(([at, text]) => standFor(html("span", text, { class: "thing" }), kind, at)));
      list.append(itemOf(html("dt", name), cells, !near && `${id} ${kind}`, `: ${places.length}`));
    }
    return made;
  }
  function showTables(position, step, me) {
    const shown = [];
    for (const owner of owners) {
      const fields = Object.entries(data.fields).filter(([path, field]) => field.owner === owner && field.shown
        && (!["game", "player"].includes(owner) || worthALine(path, field, position, step)));
      if (!fields.length) continue;
      if (owner === "game") {
        const of = [step.parts, fields.map(([path]) => path), valuesOf(fields, (path) => path, position, step)];
        shown.push(unlessSame(owner, of, () => panel(texts.game, fields, (path) => path, position, step, undefined, true)[0]));
      } else if (owner === "player") {
        const seats = html("div", undefined, { class: "seats", role: "group", "aria-label": texts.players });
        seats.append(...data.seats.map((_, seat) => seatPanel(seat, fields, position, step, seat === me)));
        shown.unshift(seats);
      } else {
        // That a thing belongs to somebody stands in the panel of the seat.
        const used = [...elements.get(owner)].filter((id) => fields.some(([path]) => (!isNothing(position[`${path}/${id}`]) && path !== ownerPaths.get(owner))
          || own(step.changed, `${path}/${id}`) !== undefined));
        if (!used.length) continue;
        const of = used.map((one) => [one, valuesOf(fields, (path) => `${path}/${one}`, position, step)]);
        const made = unlessSame(owner, of, () => table(kindName(owner), ["", ...fields.map(([, field]) => field.label)], used.map((id) => [
          standFor(html("span", label(owner, id)), owner, id), ...fields.map(([path, field]) => cell(`${path}/${id}`, field, position, step))])));
        if (used.length > FOLDED || drawnKinds.has(owner)) {
          shown.push(folding(owner, filled(texts.not_empty, { kind: kindName(owner), n: used.length }), [made]));
        } else {
          const last = shown[shown.length - 1];
          if (last && last.className === "beside") last.append(made);
          else shown.push(item(made));
          shown[shown.length - 1].className = "beside";
        }
      }
    }
    place.tables.replaceChildren(...shown);
  }

  function era(step) {
    // Before the first round there is none, and a game of one round needs no number.
    const parts = step.round && data.rounds !== false ? [filled(texts.round, { round: step.round })] : [];
    if (step.phase) parts.push(called("phase", step.phase) ?? words(String(step.phase)));
    if (step.stage) parts.push(called("stage", step.stage) ?? filled(texts.stage, { stage: words(String(step.stage)) }));
    return parts.join(", ");
  }

  if (data.board) (data.board.form === "map" ? takeMap : drawBoard)();
  return {
    era,
    filled,
    label,
    sign,
    // `me` is the seat whose pieces lie near, if there is one.
    show(position, step, me) {
      if (!data.start) takeElements(position);
      if (data.board) showBoard(position, step);
      showTables(position, step, me);
    },
    // From the next position on pieces show the faces of their print.
    takeFaces(given) {
      printed = given;
      known.clear();
    },
    // What a value of the position is called, and what it is in words.
    named(path) {
      const [owner, , id] = path.split("/");
      return id === undefined ? fieldOf(path).label : `${label(owner, id)}: ${fieldOf(path).label}`;
    },
    said(path, value) {
      return isHidden(value) && value.count === undefined ? texts.secret : said(value, fieldOf(path), path.split("/")[2]);
    },
    fieldName: (path) => fieldOf(path).label,
    // What lies on an element, such as a space beside the board.
    heldBy(kind, id, position) {
      return contents({ kind, id }, position, Object.entries(data.fields).filter(([, field]) => field.owner === kind && field.shown))[2].join(", ");
    },
    // What a seat has, in few lines.
    shortPanel(seat, position, step) {
      const id = data.seat_ids[seat];
      const fields = Object.entries(data.fields).filter(([path, field]) => field.owner === "player" && field.shown && worthALine(path, field, position, step));
      return unlessSame(`short ${id}`, [fields.map(([path]) => path), valuesOf(fields, (path) => `${path}/${id}`, position, step)],
        () => standFor(panel(data.seats[seat], fields, (path) => `${path}/${id}`, position, step, id, false)[0], "player", id));
    },
    brief,
    faceOf(kind, id) {
      const face = own(own(printed.faces, kind), id);
      return face ? faceOf(face) : null;
    },
  };
}

// The positions of some steps: the first as it is, every other as what its step changed.
export function positionsOf(start, steps) {
  const found = [start];
  for (const step of steps.slice(1)) found.push(Object.assign({}, found[found.length - 1], step.changed));
  return found;
}

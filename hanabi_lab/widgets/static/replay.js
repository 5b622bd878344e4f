// Replay of a Hanabi game: steps over frames drawn ahead, in JupyterLab and in a page of its own. No imports.

const OPEN = -1;
let made = 0;

const element = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};

const ICONS = {
  "First turn": "M3 3h2v10H3zM13 3v10L6 8z",
  "Back one turn": "M11 3v10L4 8z",
  Play: "M3 2v12l11-6z",
  Pause: "M3 3h4v10H3zM9 3h4v10H9z",
  "Forward one turn": "M5 3v10l7-5z",
  "Last turn": "M11 3h2v10h-2zM3 3v10l7-5z",
};

/** Give a button its name and picture. */
function show(node, label) {
  node.setAttribute("aria-label", label);
  node.title = label;
  node.innerHTML = `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${ICONS[label]}" fill="currentColor"/></svg>`;
}

const escapeText = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Where the bytes of each turn begin. */
function offsets(data) {
  const size = data.labels.length;
  const begins = [];
  let at = 0;
  for (const hands of data.hands) {
    begins.push(at);
    at += size * hands.reduce((sum, cards) => sum + cards, 0);
  }
  return begins;
}

const chance = (byte) => (byte ? (byte - 1) / 254 : 0);

const percent = (byte) => {
  if (!byte) return "0%";
  const share = chance(byte) * 100;
  return share > 99.8 ? "100%" : share < 0.4 ? "<1%" : `${share.toFixed(share < 10 ? 1 : 0)}%`;
};

function render({ model, el }) {
  const data = model.get("data");
  const last = data.frames.length - 1;
  const key = `hb${++made}${Math.random().toString(36).slice(2, 7)}-`;
  const linked = (svg) => svg.replaceAll('href="#', `href="#${key}`); // a name cannot hold that: its quotes are escaped
  const bytes = Uint8Array.from(atob(data.beliefs), (sign) => sign.charCodeAt(0));
  const begins = offsets(data);
  const colors = [`url(#${key}hatch)`, ...data.colors];
  const [handsWidth, handsHeight] = data.size.hands;
  const [sideWidth, sideHeight] = data.size.side;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

  const button = (label, act) => {
    const node = element("button", { type: "button" });
    show(node, label);
    node.addEventListener("click", () => {
      if (label !== "Play") stop();
      act();
    });
    return node;
  };
  const root = element("div", {
    class: "hanabi-replay",
    role: "group",
    tabindex: "0",
    "data-lm-suppress-shortcuts": "true",
    "data-testid": "hanabi-replay",
    "aria-label": `Hanabi game, ${data.names.length} players, ${last} turns. Arrow keys step, digits change the chair`,
  });
  const slider = element("input", { type: "range", min: "0", max: String(last), step: "1", "aria-label": "Turn" });
  const playButton = button("Play", () => (timer ? stop() : start()));
  const counter = element("output", { class: "turn", "data-testid": "turn" });
  const chairs = element("select", { "aria-label": "Chair" });
  chairs.append(element("option", { value: String(OPEN) }, "Open table"));
  data.names.forEach((name, seat) => chairs.append(element("option", { value: String(seat) }, `${seat + 1}. ${name}`)));
  const controls = element(
    "div",
    { class: "controls" },
    button("First turn", () => go(0)),
    button("Back one turn", () => go(turn() - 1)),
    playButton,
    button("Forward one turn", () => go(turn() + 1)),
    button("Last turn", () => go(last)),
    slider,
    counter,
    element("label", {}, "Chair ", chairs),
  );
  const words = element("p", { class: "words", "aria-live": "polite", "data-testid": "move" });
  const table = element("div", { class: "table", "data-testid": "board" });
  table.innerHTML =
    `<svg xmlns="http://www.w3.org/2000/svg" role="img"><title></title><desc></desc>` +
    `<style>${data.style}</style><defs>${linked(data.defs).replaceAll('id="', `id="${key}`)}</defs><g class="hb"></g></svg>`;
  const title = table.querySelector("title");
  const description = table.querySelector("desc");
  const stage = table.querySelector("g.hb");
  const asText = element("details", { class: "text-view" }, element("summary", {}, "Text view"));
  const textBody = element("div", { class: "text-body", tabindex: "0" });
  asText.append(textBody);
  const letters = data.labels.filter((_, i) => i % data.ranks === 0).map((label) => label[0].toUpperCase()).join(" ");
  const legend = element(
    "p",
    { class: "legend" },
    "← → one turn · Page Up/Down ten · Home End · Space plays · 1–",
    String(data.names.length),
    ` chair, 0 open. Grids: suits ${letters} down, ranks 1–${data.ranks} across; `,
    element("span", { class: "scale", style: `background:linear-gradient(90deg,${data.scale.join(",")})` }),
    " 0, 25, 100%; hatched is impossible.",
  );
  root.append(controls, words, table, legend, asText);
  if (data.notes.length) {
    const notes = element("details", { class: "notes", open: "" }, element("summary", {}, "Notes on this record"));
    notes.append(element("ul", {}, ...data.notes.map((note) => element("li", {}, note))));
    root.append(notes);
  }
  el.append(root);

  let timer = 0;
  let narrow = null;
  const turn = () => model.get("turn");
  const viewer = () => model.get("viewer") ?? OPEN;

  function grid(start) {
    const cellWidth = data.grid[0] / data.ranks;
    const cellHeight = data.grid[1] / data.suits;
    let svg = "";
    for (let identity = 0; identity < data.labels.length; identity++) {
      const byte = bytes[start + identity];
      const label = data.labels[identity];
      svg +=
        `<rect class="cell" x="${(identity % data.ranks) * cellWidth}" y="${Math.floor(identity / data.ranks) * cellHeight}" ` +
        `width="${cellWidth}" height="${cellHeight}" fill="${colors[byte]}">` +
        `<title>${byte ? `${label} ${percent(byte)}` : `not ${label}`}</title></rect>`;
    }
    return svg;
  }

  /** The board as text; the cards of a chair are hidden from it. */
  function boardText(now, seat) {
    const lines = data.texts[now].split("\n");
    if (seat === OPEN) return lines.join("\n");
    const hand = [...lines[2 + seat]];
    const name = 2 + Math.max(...data.names.map((one) => [...one].length));
    lines[2 + seat] = hand.slice(0, name).join("") + hand.slice(name).join("").replace(/[a-z]\d/g, "??");
    return lines.join("\n");
  }

  /** Rows of the text view: for each card that has a grid, what it may be, likeliest first. */
  function textView(now, seat) {
    const size = data.labels.length;
    let at = begins[now];
    let html = `<pre>${escapeText(boardText(now, seat))}</pre>`;
    data.hands[now].forEach((cards, player) => {
      if (seat === OPEN || seat === player) {
        html += `<table><caption>${escapeText(data.names[player])}: what the hand may hold</caption><tbody>`;
        for (let slot = 0; slot < cards; slot++) {
          const found = [...data.labels.keys()].filter((i) => bytes[at + slot * size + i]);
          found.sort((a, b) => bytes[at + slot * size + b] - bytes[at + slot * size + a]);
          const list = found.map((i) => `${data.labels[i]} ${percent(bytes[at + slot * size + i])}`).join(", ");
          html += `<tr><th scope="row">slot ${slot + 1}</th><td>${list}</td></tr>`;
        }
        html += "</tbody></table>";
      }
      at += cards * size;
    });
    return html;
  }

  /** In a narrow column the table stands below the hands. */
  function fit() {
    const now = root.clientWidth > 0 && root.clientWidth < 600;
    if (now !== narrow) {
      narrow = now;
      root.classList.toggle("narrow", narrow);
      const size = narrow
        ? [Math.max(handsWidth, sideWidth + 8), handsHeight + sideHeight]
        : [handsWidth + sideWidth, Math.max(handsHeight, sideHeight)];
      table.firstElementChild.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
    }
    if (narrow) stage.querySelector(".side").setAttribute("transform", `translate(8 ${handsHeight})`);
    else stage.querySelector(".side").setAttribute("transform", `translate(${handsWidth} 0)`);
  }

  function draw() {
    const now = Math.max(0, Math.min(last, turn()));
    const seat = viewer();
    stage.innerHTML = linked(data.frames[now].map((part) => data.parts[part]).join(""));
    fit();
    let at = begins[now];
    stage.querySelectorAll(".hand").forEach((hand, player) => {
      const turned = player === seat;
      hand.classList.toggle("turned", turned);
      for (const place of hand.querySelectorAll(".b")) {
        if (turned || seat === OPEN) place.innerHTML = grid(at);
        at += data.labels.length;
      }
    });
    const text = data.moves[now];
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", `turn ${now} of ${last}: ${text}`);
    counter.textContent = `${now} / ${last}`;
    chairs.value = String(seat);
    words.textContent = text;
    title.textContent = `Turn ${now}: ${text}`;
    description.textContent = boardText(now, seat);
    if (asText.open) textBody.innerHTML = textView(now, seat);
  }

  function go(to) {
    const next = Math.max(0, Math.min(last, to));
    if (next === turn()) return;
    model.set("turn", next);
    model.save_changes();
  }

  function sit(seat) {
    model.set("viewer", seat === OPEN ? null : seat);
    model.save_changes();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    words.setAttribute("aria-live", "polite");
    show(playButton, "Play");
  }

  function start() {
    if (turn() >= last) go(0);
    words.setAttribute("aria-live", "off");
    show(playButton, "Pause");
    timer = setInterval(() => {
      if (!root.isConnected || turn() >= last) stop();
      else go(turn() + 1);
    }, still ? 2000 : 1000);
  }

  const keys = {
    ArrowRight: () => go(turn() + 1),
    ArrowLeft: () => go(turn() - 1),
    PageDown: () => go(turn() + 10),
    PageUp: () => go(turn() - 10),
    Home: () => go(0),
    End: () => go(last),
    " ": () => (timer ? stop() : start()),
  };

  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inControl = event.target.closest("button, select, summary");
    if (inControl && (event.key === " " || inControl.tagName === "SELECT")) return;
    let act = keys[event.key];
    if (!act && /^[0-9]$/.test(event.key) && Number(event.key) <= data.names.length) {
      act = () => sit(Number(event.key) - 1);
    }
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== " ") stop();
    act();
  }

  const slide = () => {
    stop();
    go(Number(slider.value));
  };
  const choose = () => sit(Number(chairs.value));
  root.addEventListener("keydown", press);
  slider.addEventListener("input", slide);
  chairs.addEventListener("change", choose);
  asText.addEventListener("toggle", draw);
  model.on("change:turn", draw);
  model.on("change:viewer", draw);
  draw();
  const observer = new ResizeObserver(fit);
  observer.observe(root);

  return () => {
    stop();
    observer.disconnect();
    model.off("change:turn", draw);
    model.off("change:viewer", draw);
    root.remove();
  };
}

export default { render };

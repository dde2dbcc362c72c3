// Shows what daft-lint answers. All texts go into the page as text, never as HTML.
const recorded = JSON.parse(document.getElementById("recorded").textContent);
const code = document.getElementById("code");
const form = document.getElementById("cluster");
const state = document.getElementById("state");
const shown = document.getElementById("answer");
const MOST_BARS = 24;
const PAUSE = 150;

let ready = false;
let asked = 0;
let waiting;

const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = ({ data }) => {
  if (data.ready) {
    ready = true;
    ask();
  } else if (data.failed) {
    state.textContent = `Python could not be loaded: ${data.failed}. The answers to the examples are recorded.`;
  } else if (data.number === asked) {
    const seconds = ((performance.now() - since) / 1000).toFixed(2);
    state.textContent = data.error ? `daft-lint failed: ${data.error}` : `Answered in ${seconds} s.`;
    if (data.text) show(JSON.parse(data.text));
  }
};

let since = 0;

function ask() {
  if (!ready) {
    const known = recorded.find((example) => example.code === code.value);
    state.textContent = known && isAsRecorded()
      ? "Recorded answer. Loading Python, to answer while you type."
      : "Loading Python…";
    if (known && isAsRecorded()) show(known.answer);
    return;
  }
  since = performance.now();
  asked += 1;
  state.textContent = "Answering…";
  worker.postMessage({ number: asked, question: { code: code.value, ...numbers() } });
}

function numbers() {
  const given = [...new FormData(form)].map(([name, value]) => {
    const { min, max } = form.elements[name];
    const number = Math.max(Number(min), Math.trunc(Number(value)) || 0);
    return [name, max ? Math.min(Number(max), number) : number];
  });
  return Object.fromEntries(given);
}

function isAsRecorded() {
  return Object.entries(numbers()).every(([name, number]) => number === Number(form.elements[name].defaultValue));
}

function element(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function show({ findings, left_out: leftOut, judged, open }) {
  shown.replaceChildren(...findings.map(finding), ...open.map(openWork));
  if (leftOut.length) {
    shown.append(element("article", `Not judged here, where a parser is missing: ${leftOut.join(", ")}.`, "open"));
  }
  if (shown.children.length) return;
  const pieces = `${judged.length} ${judged.length === 1 ? "piece" : "pieces"} of work`;
  const good = judged.length > 0 && judged.every((status) => status === "good");
  const text = good
    ? `All clear: ${pieces}, no actor or worker idles.`
    : judged.length
      ? `No rule of these found a problem. ${pieces}: ${judged.join(", ")}.`
      : "No work to judge: no pipeline with a UDF, a download or a decode was found.";
  shown.append(element("article", text, good ? "good" : "open"));
}

function finding(found) {
  const box = element("article");
  box.append(element("h2", `${found.code} ${found.name}, line ${found.line}`), element("p", found.message));
  if (found.effect) box.append(...bars(found.effect));
  found.related.forEach(({ line, message }) => box.append(element("p", `line ${line}: ${message}`)));
  found.fixes.forEach((fix) => {
    const help = element("p", `Remedy: ${fix.message} `);
    if (fix.edits.length) {
      const button = element("button", "Apply");
      button.type = "button";
      button.onclick = () => {
        code.value = edited(code.value, fix.edits);
        ask();
      };
      help.append(button);
    }
    box.append(help);
  });
  return box;
}

function bars({ unit, actors, idle, utilisation, rows_per_actor: shares }) {
  const table = element("table");
  const line = (label, share, text) => {
    const row = element("tr");
    row.append(element("td", label));
    const cell = element("td", "", "bar");
    if (share > 0) {
      const meter = element("meter");
      meter.value = share;
      cell.append(meter);
    }
    row.append(cell, element("td", text, share > 0 ? "" : "idle"));
    table.append(row);
  };
  if (shares) {
    const most = Math.max(...shares.map(({ rows }) => rows), 1);
    shares.slice(0, MOST_BARS).forEach(({ worker: place, rows }) => {
      line(unit === "worker" ? `worker ${place}` : `worker ${place}, ${unit}`, rows / most, rows ? `${rows.toLocaleString("en")} rows` : "idle");
    });
    if (shares.length > MOST_BARS) line(`${shares.length - MOST_BARS} more`, 0, "");
  } else if (actors.high !== null && idle.high !== null && actors.high <= MOST_BARS) {
    const busy = actors.high - idle.high;
    for (let number = 1; number <= actors.high; number += 1) {
      line(`${unit} ${number}`, number <= busy ? 1 : 0, number <= busy ? "has rows" : "idle");
    }
  }
  const used = utilisation.low === null ? "" : `, utilisation ${percent(utilisation)}`;
  return [element("p", `idle ${unit}s: ${range(idle)} of ${range(actors)}${used}`.replace("processs", "processes")), table];
}

function range({ low, high }) {
  return low === high ? `${low}` : `${low} to ${high ?? "any number"}`;
}

function percent({ low, high }) {
  const [from, to] = [low, high].map((share) => `${Math.round(100 * share - 1e-9)}%`);
  return from === to ? from : `${from} to ${to}`;
}

function openWork({ line, work, text, conditions }) {
  const box = element("article", "", "open");
  box.append(element("h2", `open: ${work.replaceAll("`", "")}, line ${line}`), element("p", text));
  conditions.forEach((condition) => box.append(element("p", condition)));
  return box;
}

function edited(text, edits) {
  const starts = [0];
  for (let place = text.indexOf("\n"); place >= 0; place = text.indexOf("\n", place + 1)) starts.push(place + 1);
  // Columns count characters, and JavaScript's places count UTF-16 units.
  const at = (line, column) => {
    const start = starts[line - 1];
    const rest = text.slice(start, starts[line] ?? text.length);
    return start + [...rest].slice(0, column - 1).join("").length;
  };
  const sorted = [...edits].sort((one, other) => other.line - one.line || other.column - one.column);
  return sorted.reduce(
    (result, edit) => result.slice(0, at(edit.line, edit.column)) + edit.text + result.slice(at(edit.end_line, edit.end_column)),
    text,
  );
}

function later() {
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

const examples = document.getElementById("examples");
recorded.forEach((example) => {
  const button = element("button", example.name);
  button.type = "button";
  button.onclick = () => {
    form.reset();
    code.value = example.code;
    ask();
  };
  examples.append(" ", button);
});
code.value = recorded[0].code;
code.addEventListener("input", later);
form.addEventListener("input", later);
form.addEventListener("submit", (event) => event.preventDefault());
ask();

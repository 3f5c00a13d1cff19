// A terminal in the page, and one WebSocket to the door.
"use strict";

(() => {
  const { nonce, dataset } = document.currentScript;
  const texts = JSON.parse(dataset.texts);
  const FONT = '"DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace';
  // The program's usual form with letters that can be read, in pixels of their width; else its smallest form.
  const FORMS = [{ columns: 80, rows: 24, least: 7 }, { columns: 60, rows: 20, least: 5 }];
  const WIDEST = 11;
  const PART = 4096, LONGEST_PASTE = 65536, LONGEST_FILE = 32 << 20;
  const SILENCE = 80000, LONGEST_PAUSE = 15000, REFUSED_AFTER = 4;

  allowStyles();
  const asked = new URLSearchParams(location.search);
  const hasLines = asked.has("lines");
  const terminal = new Terminal({
    allowProposedApi: true, fontFamily: FONT, scrollback: hasLines ? 10000 : 0, screenReaderMode: hasLines, theme: theme(),
  });
  const fit = new FitAddon.FitAddon();
  const encoder = new TextEncoder();
  const curtain = document.getElementById("curtain");
  const button = curtain.querySelector("button");
  const keys = document.getElementById("keys");
  let socket = null, tries = 0, silence = 0, isOver = false, file = [];

  terminal.loadAddon(fit);
  terminal.loadAddon(new Unicode11Addon.Unicode11Addon());
  terminal.unicode.activeVersion = "11";
  terminal.open(document.getElementById("terminal"));
  terminal.attachCustomKeyEventHandler(isForProgram);
  terminal.parser.registerOscHandler(52, copy);
  terminal.onData(type);
  terminal.onBinary((data) => send(Uint8Array.from(data, (letter) => letter.charCodeAt(0))));
  terminal.onResize(({ cols, rows }) => tell({ type: "size", columns: cols, rows }));
  terminal.onTitleChange((title) => { document.title = title || "Opera"; });
  button.addEventListener("click", again);
  keys.hidden = hasLines;
  // A button that took the focus would close the telephone's keyboard.
  keys.addEventListener("mousedown", (event) => event.preventDefault());
  keys.addEventListener("click", (event) => { if (event.target.value) press(event.target.value); });
  window.addEventListener("resize", fill);
  window.addEventListener("online", () => { if (!socket && !isOver) again(); });
  window.matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => { terminal.options.theme = theme(); });
  window.addEventListener("focus", () => { if (button.hidden) terminal.focus(); });
  fill();
  connect();

  // xterm.js writes styles into the page, which the page's policy forbids to everybody: these are let through.
  function allowStyles() {
    const create = document.createElement.bind(document);
    document.createElement = (name, options) => {
      const made = create(name, options);
      if (made instanceof HTMLStyleElement) made.nonce = nonce;
      return made;
    };
    const set = Element.prototype.setAttribute;
    Element.prototype.setAttribute = function (name, value) {
      if (name === "style") this.style.cssText = value; else set.call(this, name, value);
    };
  }

  function theme() {
    const style = getComputedStyle(document.documentElement);
    const colour = (role) => style.getPropertyValue("--" + role).trim();
    return { background: colour("night"), foreground: colour("text"), cursor: colour("gold"), selectionBackground: colour("cursor") };
  }

  // The largest letters with which a form has room, within reason. They are whole pixels of the screen wide: else the
  // ends of rows would not stand below each other.
  function fill() {
    const drawing = document.createElement("canvas").getContext("2d");
    drawing.font = "1000px " + FONT;
    const letter = drawing.measureText("W").width / 1000;
    const hasRoom = ({ columns, rows, least }) => {
      for (let dots = Math.floor(WIDEST * devicePixelRatio); dots >= least * devicePixelRatio; dots -= 1) {
        terminal.options.fontSize = Math.ceil(dots / devicePixelRatio / letter * 1000) / 1000;
        const found = fit.proposeDimensions();
        if (!found || (found.cols >= columns && found.rows >= rows)) return true;
      }
      return false;
    };
    FORMS.some(hasRoom);
    // What a narrower window has no room for would stay in sight at its edge; the program paints all of it again.
    const { cols } = fit.proposeDimensions() || terminal;
    if (cols < terminal.cols && !hasLines) terminal.write("\x1b[2J", settle); else settle();
  }

  // What is left over of the window lies around the terminal; by whole pixels, as letters between them are blurred.
  function settle() {
    fit.fit();
    const box = terminal.element.parentElement, screen = terminal.element.querySelector(".xterm-screen");
    const [x, y] = [box.clientWidth - screen.clientWidth, box.clientHeight - screen.clientHeight];
    terminal.element.style.margin = `${Math.max(0, Math.floor(y / 2))}px ${Math.max(0, Math.floor(x / 2))}px 0`;
  }

  function connect() {
    const opened = new WebSocket(location.origin.replace(/^http/, "ws") + "/terminal");
    socket = opened;
    opened.binaryType = "arraybuffer";
    opened.onopen = () => {
      terminal.reset();
      tell({ type: "begin", columns: terminal.cols, rows: terminal.rows, is_light: matchMedia("(prefers-color-scheme: light)").matches, command: command() });
      terminal.focus();
    };
    opened.onmessage = (message) => {
      if (opened !== socket) return;
      clearTimeout(silence);
      silence = setTimeout(lose, SILENCE);
      if (typeof message.data === "string") hear(JSON.parse(message.data));
      else if (message.data.byteLength) show(message.data);
    };
    opened.onclose = () => { if (opened === socket) lose(); };
  }

  // What the address asks for: /?watch=Fenice or /?lines&watch=Fenice, as after `ssh host`.
  function command() {
    const wish = ["join", "watch", "rules"].find((name) => asked.has(name));
    const words = [hasLines ? "lines" : "", wish || "", wish ? asked.get(wish) : ""];
    return words.join(" ").trim().slice(0, 200);
  }

  function show(bytes) {
    tries = 0;
    isOver = false;
    curtain.hidden = true;
    terminal.write(new Uint8Array(bytes));
  }

  function hear(message) {
    if (message.type === "file") keep(message);
    else if (message.type === "end" && message.then === "ask") {
      isOver = true;
      draw(message.sentence, true);
    } else if (message.type === "end") draw(message.sentence, false);
  }

  function lose() {
    clearTimeout(silence);
    const lost = socket;
    socket = null;
    if (lost) lost.close();
    terminal.write("\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?25l");
    if (isOver) return;
    tries += 1;
    if (tries > REFUSED_AFTER && !navigator.cookieEnabled) { isOver = true; draw(texts.refused, true); return; }
    draw(texts.lost, false);
    setTimeout(again, Math.min(LONGEST_PAUSE, 500 * 2 ** tries) * (0.5 + Math.random() / 2));
  }

  // Asks for the page first: that shows whether the server is there, and renews the cookie.
  async function again() {
    if (socket) return;
    isOver = false;
    draw(texts.connecting, false);
    try {
      const page = await fetch("/", { cache: "no-store" });
      if (!page.ok) throw new Error(page.status);
    } catch { lose(); return; }
    if (!socket) connect();
  }

  function draw(sentence, asks) {
    curtain.querySelector("p").textContent = sentence;
    button.textContent = texts.again;
    button.hidden = !asks;
    curtain.hidden = false;
    if (asks) button.focus();
  }

  function tell(message) { if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message)); }
  function send(bytes) { if (socket && socket.readyState === WebSocket.OPEN) socket.send(bytes); }

  function type(text) {
    const bytes = encoder.encode(text.slice(0, LONGEST_PASTE));
    for (let start = 0; start < bytes.length; start += PART) send(bytes.slice(start, start + PART));
  }

  // The keys that a telephone's keyboard does not have.
  function press(key) {
    const arrow = "\x1b" + (terminal.modes.applicationCursorKeysMode ? "O" : "[");
    const typed = { up: arrow + "A", down: arrow + "B", right: arrow + "C", left: arrow + "D", esc: "\x1b", enter: "\r", tab: "\t" };
    type(typed[key] || key);
  }

  // Ctrl with a letter, zoom, reload and the like stay the browser's; all else is for the program.
  function isForProgram(event) {
    if (event.metaKey || (event.ctrlKey && event.shiftKey)) return false;
    if (event.altKey && ["ArrowLeft", "ArrowRight", "Home"].includes(event.key)) return false;
    if (["F5", "F6", "F11", "F12"].includes(event.key)) return false;
    if (!event.ctrlKey || event.altKey) return true;
    if (event.key === "c") return !terminal.hasSelection();
    return event.key === "q" || (event.key.startsWith("Arrow"));
  }

  // OSC 52: the program may write to the clipboard, never read it.
  function copy(data) {
    const content = data.slice(data.indexOf(";") + 1);
    if (content !== "?" && navigator.clipboard) {
      try {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        navigator.clipboard.writeText(new TextDecoder().decode(bytes)).catch(() => {});
      } catch { /* no base64: nothing to copy */ }
    }
    return true;
  }

  function keep(part) {
    file.push(part.text);
    if (file.reduce((sum, text) => sum + text.length, 0) > LONGEST_FILE) file = [];
    if (!part.is_last) return;
    const link = document.createElement("a");
    const type = part.name.endsWith(".html") ? "text/html" : "application/x-ndjson";
    link.href = URL.createObjectURL(new Blob(file, { type }));
    link.download = part.name.replace(/[^A-Za-z0-9.-]/g, "-").replace(/^[.-]+/, "") || "transcript.jsonl";
    file = [];
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
})();

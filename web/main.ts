import { byId, formatCount, fill, h } from "./components/dom.ts";
import { Files } from "./views/files.ts";
import { MODE_NAMES, findMode, type ModeName } from "./app/modes.ts";
import { drawOptions, updateOptions } from "./components/option-fields.ts";
import type { OptionName } from "./app/options.ts";
import type { Draw, Page, ViewModule } from "./components/page.ts";
import { utf8 } from "./components/results.ts";
import { registerServiceWorker } from "./app/trusted-urls.ts";
import { hasInvisible, drawText } from "./components/invisible-characters.ts";
import {
  type Options,
  type PageState,
  readFragment,
  type Refusal,
  START,
  withOption,
  writeFragment,
} from "./app/state.ts";
import { TextField } from "./components/text-field.ts";
import { keepOptions } from "./app/options-of-text.ts";
import { onOpenedFiles, readShared } from "./app/launch.ts";
import { startTheme } from "./components/theme.ts";
import { type Typing, UndoHistory } from "./app/undo.ts";
import { announce, announceLater } from "./components/announcement.ts";
import { copyText } from "./components/clipboard.ts";
import { startPhoneBar } from "./components/phone-bar.ts";
import { findField, focusField } from "./components/view-field.ts";
import { startPrivacy } from "./components/privacy.ts";
import * as start from "./views/start/start.ts";

/** Each view is loaded when it is first opened; the first view is part of this bundle. */
const VIEWS: Record<ModeName, () => Promise<ViewModule>> = {
  start: () => Promise.resolve(start),
  decode: () => import("./views/decode.ts"),
  encode: () => import("./views/encode.ts"),
  clean: () => import("./views/clean.ts"),
  display: () => import("./views/display.ts"),
  form: () => import("./views/form.ts"),
  inspect: () => import("./views/inspect.ts"),
  explain: () => import("./views/explain.ts"),
  compare: () => import("./views/compare.ts"),
  decoders: () => import("./views/decoders.ts"),
  sets: () => import("./views/sets.ts"),
};

/** Longer texts are converted in the worker, so that typing stays fast. */
const MAX_LIVE_UNITS = 32_768;

const REFUSALS: Record<Refusal, string> = {
  version: "This address was written by another version of the page, so it was ignored.",
  length: "This address is too long, so it was ignored.",
  form: "This address is not valid, so it was ignored.",
};

/** The pause in typing after which the address and the announcements are updated. */
const TYPING_PAUSE_MS = 400;

const text = new TextField(byId("text-field"));
const other = new TextField(byId("other-field"));
const form = byId("options") as HTMLFormElement;
const host = byId("view");
const optionsByMode = new Map<ModeName, Options>();
const title = byId("title");
const undoHistory = new UndoHistory<PageState>(START);
const phoneBar = startPhoneBar();
const privacy = startPrivacy(byId("private"), (message) => {
  // A text that was shared before leaves the address.
  if (privacy.isPrivate) isShared = false;
  writeAddress("replace");
  notify(message);
});

let state: PageState = START;
let draw: Draw | undefined;
/** The mode of the view that is shown or being loaded. */
let drawnMode: ModeName | undefined;
let copy: HTMLButtonElement | undefined;
/** The fragment that was last read or written. */
let lastFragment = "";
let frame = 0;
/** Whether the address contains the texts: only Share puts them there, or the address that was opened. */
let isShared = false;
let addressTimer: ReturnType<typeof setTimeout> | undefined;

const page: Page = {
  setText: (value, field) => {
    text.value = value;
    setState(withTexts({ text: value }), field === undefined ? undefined : { at: performance.now(), field });
    afterChange();
  },
  replaceText: (value) => {
    show(withTexts({ text: value }));
  },
  setOption: (name, value) => setOption(name, value, "step"),
  go: (next) => {
    const { mode, text: nextText = state.text, other: nextOther = state.other } = next;
    const kept = withTexts({ text: nextText, other: nextOther });
    const { options = (mode === state.mode ? kept.options : optionsByMode.get(mode)) ?? {} } = next;
    show({ ...kept, mode, options }, "push");
  },
  mark: (marks, field = "text") => (field === "text" ? text : other).mark(marks),
  point: (span) => text.point(span),
  select: (index, length) => text.select(index, length),
  announce: (message) => {
    announceLater(message, TYPING_PAUSE_MS);
  },
  redraw: () => schedule(),
  setCopy: (next) => {
    copy = next;
    phoneBar.setCopy(next);
  },
};

const files: Files = new Files(byId("files"), {
  state: () => state,
  announce: page.announce,
  takeText: (value) => {
    closeFiles();
    show(withTexts({ text: value }), "push");
  },
  go: (mode) => page.go({ mode }),
  setOption: (name, value) => setOption(name, value),
  opened: placeFiles,
  closed: closeFiles,
});

/** Shows a state as if the page were opened with it. */
function show(next: PageState, history?: "push" | "replace"): void {
  // The current history entry keeps the latest text, for when the user goes back.
  if (history === "push") writeAddress("replace");
  setState(next);
  text.value = state.text;
  other.value = state.other;
  showMode();
  if (history !== undefined) writeAddress(history);
  afterChange();
  schedule();
}

/** Sets the state, and records a change of the texts so that it can be undone. */
function setState(next: PageState, how?: Typing | "step"): void {
  if (next.text !== state.text || next.other !== state.other) isShared = false;
  const changesOptions = next.mode === state.mode && next.options !== state.options;
  state = next;
  optionsByMode.set(state.mode, state.options);
  if (changesOptions) updateOptions(form, state);
  undoHistory.record(next, how);
  (byId("undo") as HTMLButtonElement).disabled = !undoHistory.canUndo;
  (byId("redo") as HTMLButtonElement).disabled = !undoHistory.canRedo;
}

/** Returns the state with other texts; in each view, it forgets the options that were chosen for the text before. */
function withTexts(texts: { readonly text: string; readonly other?: string }): PageState {
  const { text: before } = state;
  for (const [mode, options] of optionsByMode) optionsByMode.set(mode, keepOptions(options, before, texts.text));
  return { ...state, ...texts, options: keepOptions(state.options, before, texts.text) };
}

/** Undoes or redoes one step. The focus stays in the field of the view that has it, although the field is drawn again. */
function undo(way: "undo" | "redo"): void {
  const move = undoHistory[way]();
  if (move === undefined) return;
  const { from, to } = move;
  const field = findField(document.activeElement);
  closeFiles();
  // A step that changed the view or its options too is undone as a whole, unless another view was opened since.
  const isSameView = from.mode === to.mode;
  const isSameOptions = from.options === to.options;
  const isWhole = from.mode === state.mode && !(isSameView && isSameOptions);
  if (!isWhole && isSameView && !isSameOptions) optionsByMode.set(to.mode, to.options);
  show(isWhole ? to : withTexts({ text: to.text, other: to.other }));
  announce(way === "undo" ? "Undone" : "Redone");
  if (field !== undefined) requestAnimationFrame(() => focusField(field));
}

function showMode(): void {
  const { mode } = state;
  const row = findMode(mode);
  title.textContent = row.title;
  document.title = `${row.title} – percodec`;
  document.body.classList.toggle("start", mode === "start");
  byId("summary").textContent = row.summary;
  byId("text-label").textContent = row.input;
  byId("source").hidden = mode === "sets";
  byId("source").classList.toggle("two", mode === "compare");
  byId("pick").hidden = row.files === undefined;
  for (const link of document.querySelectorAll("#modes a")) {
    if (link.getAttribute("href") === `#1/${mode}` && !link.classList.contains("group-name"))
      link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  drawOptions(form, state, setOption);
  // Start draws its only option itself.
  form.hidden ||= mode === "start";
  files.restart();
  placeFiles();
  if (drawnMode === mode) return;
  drawnMode = mode;
  draw = undefined;
  page.setCopy(undefined);
  host.setAttribute("aria-busy", "true");
  void VIEWS[mode]().then(
    ({ view }) => {
      if (drawnMode !== mode) return;
      fill(host);
      draw = view(host, page);
      host.removeAttribute("aria-busy");
      drawNow();
    },
    () => {
      if (drawnMode !== mode) return;
      drawnMode = undefined;
      host.removeAttribute("aria-busy");
      fill(host);
      notify("This part of the page could not be loaded; try again when you are online.");
    },
  );
}

function setOption(name: OptionName, value: string, how?: "step"): void {
  setState({ ...state, options: withOption(state, name, value) }, how);
  files.restart();
  afterChange();
  schedule();
}

/** Shows files in place of the text, until they are removed. */
function showFiles(list: readonly File[]): void {
  if (list.length === 0) return;
  files.add(list);
  notify("");
  placeFiles();
}

/** Handles a long text as a file of bytes, because its layout in the text area would block the page. */
function showLongText(long: string, name: string): void {
  showFiles([new File([long], name)]);
  const { isWellFormed } = long as { isWellFormed?: () => boolean };
  if (isWellFormed?.call(long) === false) notify("This text contains a lone surrogate, which became U+FFFD.");
}

function closeFiles(): void {
  files.clear();
  placeFiles();
}

/** Shows the files if there are any, otherwise the text. */
function placeFiles(): void {
  byId("files").hidden = !files.hasFiles;
  byId("text-field").hidden = files.hasFiles;
  byId("text-size").hidden = files.hasFiles;
  byId("other-part").hidden = files.hasFiles || state.mode !== "compare";
  host.hidden = files.hasFiles && state.mode !== "sets";
}

/** Draws with the next frame, once for all changes before it. */
function schedule(): void {
  if (frame !== 0) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    drawNow();
  });
}

function drawNow(): void {
  if (draw === undefined) return;
  text.mark([]);
  other.mark([]);
  draw(state);
}

/** Updates the size and the address after a change of the text or the options. */
function afterChange(): void {
  const size = byId("text-size");
  document.body.classList.toggle("has-text", state.text !== "");
  if (state.text === "") fill(size);
  else {
    fill(
      size,
      h(
        "span",
        {},
        `${formatCount(state.text.length, "UTF-16 unit")}, ${formatCount(utf8(state.text).length, "byte")}`,
      ),
      hasInvisible(state.text) &&
        h(
          "span",
          "with-signs",
          "with invisible characters: ",
          h("bdi", {}, drawText(state.text.slice(0, 256), { breaks: false }), state.text.length > 256 && "…"),
        ),
    );
  }
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => writeAddress("replace"), TYPING_PAUSE_MS);
}

/** What an entry of the session history keeps besides the address; the browser forgets it with the tab. */
interface Kept {
  readonly text: string;
  readonly other: string;
}

function writeAddress(how: "push" | "replace"): void {
  clearTimeout(addressTimer);
  const fragment = writeFragment(isShared ? state : { ...state, text: "", other: "" });
  const address = `#${fragment ?? `1/${state.mode}`}`;
  const { text: keptText, other: keptOther } = state;
  const kept: Kept | null = privacy.isPrivate ? null : { text: keptText, other: keptOther };
  if (how === "push" && location.hash !== address) history.pushState(kept, "", address);
  else history.replaceState(kept, "", address);
  lastFragment = location.hash;
}

/** Copies an address with the texts. Unless the private switch is on, the page has this address from now on. */
function share(): void {
  const fragment = writeFragment(state);
  if (fragment === undefined) {
    notify("This text is too long for an address, or contains half of a surrogate pair, so it cannot be shared.");
    return;
  }
  if (!privacy.isPrivate) {
    isShared = true;
    writeAddress("replace");
  }
  void copyText(location.href.replace(/#.*|$/s, `#${fragment}`)).then((done) => {
    announce(done ? "The address with the text was copied" : "The address could not be copied");
    const element = byId("share");
    element.textContent = done ? "Copied" : "Not copied";
    setTimeout(() => (element.textContent = "Share"), 1500);
  });
}

function readKept(): Kept | undefined {
  const { text: keptText, other: keptOther } = (history.state ?? {}) as Partial<Kept>;
  return keptText === undefined || keptOther === undefined ? undefined : { text: keptText, other: keptOther };
}

function readAddress(): void {
  lastFragment = location.hash;
  closeFiles();
  const read = readFragment(location.hash);
  if (typeof read !== "string") {
    notify("");
    const kept = readKept();
    const isInAddress = read.text !== "" || read.other !== "";
    show(isInAddress ? read : { ...read, ...kept });
    isShared = isInAddress;
    return;
  }
  notify(REFUSALS[read]);
  show(START);
}

function notify(message: string): void {
  const notice = byId("notice");
  fill(notice, message && h("p", {}, message));
}

function onType(): void {
  notify("");
  setState(withTexts({ text: text.value, other: other.value }), { at: performance.now() });
  afterChange();
  schedule();
}

function changeMode(by: 1 | -1): void {
  const at = MODE_NAMES.indexOf(state.mode) + by + MODE_NAMES.length;
  page.go({ mode: MODE_NAMES[at % MODE_NAMES.length]! });
}

for (const field of [text, other]) {
  field.area.addEventListener("input", () => {
    const { value } = field.area;
    if (value.length <= MAX_LIVE_UNITS) field.changed();
    else field.value = "";
    onType();
    if (value.length > MAX_LIVE_UNITS) showLongText(value, "text.txt");
  });
}
addEventListener("paste", (event) => {
  const pastedFiles = Array.from(event.clipboardData?.files ?? []);
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  if (pastedFiles.length === 0 && pasted.length <= MAX_LIVE_UNITS) return;
  event.preventDefault();
  if (pastedFiles.length > 0) showFiles(pastedFiles);
  else showLongText(pasted, "pasted.txt");
});
addEventListener("dragover", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) document.body.classList.remove("dropping");
});
addEventListener("drop", (event) => {
  document.body.classList.remove("dropping");
  const dropped = Array.from(event.dataTransfer?.files ?? []);
  if (dropped.length === 0) return;
  event.preventDefault();
  if (state.mode === "sets") page.go({ mode: "decode" });
  showFiles(dropped);
});
const picker = byId("file") as HTMLInputElement;
byId("pick").addEventListener("click", () => picker.click());
picker.addEventListener("change", () => {
  showFiles(Array.from(picker.files ?? []));
  picker.value = "";
});
form.addEventListener("submit", (event) => event.preventDefault());
byId("clear").addEventListener("click", () => {
  closeFiles();
  show(withTexts({ text: "", other: "" }), "replace");
  text.area.focus();
});
byId("modes").addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const mode = MODE_NAMES.find((name) => link?.getAttribute("href") === `#1/${name}`);
  if (mode === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  page.go({ mode });
});
byId("home").addEventListener("click", (event) => {
  event.preventDefault();
  closeFiles();
  show(START, "push");
  text.area.focus();
});
document.querySelector(".skip")!.addEventListener("click", (event) => {
  event.preventDefault();
  (state.mode === "sets" ? title : text.area).focus();
});
byId("undo").addEventListener("click", () => undo("undo"));
byId("share").addEventListener("click", share);
byId("redo").addEventListener("click", () => undo("redo"));
addEventListener("beforeinput", (event) => {
  if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
  if (!isOfText(event.target)) return;
  event.preventDefault();
  undo(event.inputType === "historyUndo" ? "undo" : "redo");
});
addEventListener("focusin", (event) => undoHistory.enter(findField(event.target)));
addEventListener("keydown", (event) => {
  const isUndone = isOfText(event.target) || !isEditable(event.target);
  if ((event.ctrlKey || event.metaKey) && !event.altKey && isUndone && /^[zy]$/i.test(event.key)) {
    event.preventDefault();
    undo(event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo");
    return;
  }
  // In a list, Alt and an arrow key open the choices.
  const isList = event.target instanceof HTMLSelectElement;
  if (event.altKey && !isList && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    event.preventDefault();
    changeMode(event.key === "ArrowUp" ? -1 : 1);
  } else if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
    event.preventDefault();
    copy?.click();
  } else if (event.key === "Escape" && document.activeElement !== text.area && state.mode !== "sets") {
    text.area.focus();
  }
});
// A change of the fragment fires one of the two events, or both.
for (const type of ["popstate", "hashchange"] as const) {
  addEventListener(type, () => {
    if (location.hash !== lastFragment) readAddress();
  });
}

/** Whether an element edits the texts. A field of an option has the undo of the browser. */
function isOfText(target: EventTarget | null): boolean {
  return target === text.area || target === other.area || findField(target) !== undefined;
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");
}

startTheme(byId("theme"));
readAddress();
const shared = readShared(location.search);
if (shared !== undefined) {
  // The text leaves the address at once: it is kept as a typed text is.
  history.replaceState(null, "", location.pathname);
  show({ ...START, text: shared }, "replace");
}
onOpenedFiles((opened) => {
  page.go({ mode: "decode" });
  showFiles(opened);
});
if (matchMedia("(pointer: fine)").matches && state.mode !== "sets") text.area.focus({ preventScroll: true });
registerServiceWorker();

import { onOpenedFiles, readShared } from "./app/launch.ts";
import { hasOther, hasText, MODE_NAMES } from "./app/modes.ts";
import type { OptionName } from "./app/options.ts";
import { type PageState, type Refusal, showsNewText, START, withOption } from "./app/state.ts";
import { Store, type Typing, type Way } from "./app/store.ts";
import { registerServiceWorker } from "./app/trusted-urls.ts";
import { byId } from "./components/dom.ts";
import { startFileInput } from "./components/file-input.ts";
import { startKeys } from "./components/keys.ts";
import { announce, announceLater, notify, notifyNotLoaded } from "./components/notice.ts";
import { drawOptions, updateOptions } from "./components/option-fields.ts";
import { type KeptFile, PageAddress, readKeptFile, TYPING_PAUSE_MS } from "./components/page-address.ts";
import type { Page } from "./components/page.ts";
import { startPhoneBar } from "./components/phone-bar.ts";
import { showTextSizes, TextField } from "./components/text-field.ts";
import { startPrivacy, startTheme } from "./components/switches.ts";
import { showTitles, showTop } from "./components/titles.ts";
import { keepText, removeAbandonedOutputs, reserveOutputName } from "./worker/opfs.ts";
import { findField, focusField } from "./components/view-field.ts";
import type { Files } from "./views/files.ts";
import { startViews, type ViewHost } from "./views/view-host.ts";

/** Longer texts are converted in the worker, so that typing stays fast. */
const MAX_LIVE_UNITS = 32_768;

const REFUSALS: Record<Refusal, string> = {
  version: "This address was written by another version of the page, so it was ignored.",
  length: "This address is too long, so it was ignored.",
  form: "This address is not valid, so it was ignored.",
};

const WAYS: readonly Way[] = ["undo", "redo"];

const store = new Store();
const text = new TextField(byId("text-field"));
const other = new TextField(byId("other-field"));
const form = byId("options") as HTMLFormElement;
const phoneBar = startPhoneBar();
const privacy = startPrivacy(byId("private"), (message) => {
  // A text that was shared before leaves the address.
  if (privacy.isPrivate) {
    address.leaveOutTexts();
    forgetKept();
  }
  address.write("replace");
  notify(message);
});
const address: PageAddress = new PageAddress(
  () => store.state,
  () => privacy.isPrivate,
);
let copy: HTMLButtonElement | undefined;
let pick: Parameters<Page["setPick"]>[0];

const page: Page = {
  setText: (value, field) => {
    text.value = value;
    const typing = field === undefined ? undefined : { at: performance.now(), field };
    setState(store.withTexts({ text: value }), typing);
  },
  replaceText: (value) => {
    show(store.withTexts({ text: value }));
    view.drawNow();
  },
  setOption: (name, value, how = "step") => setOption(name, value, how === "step" ? how : undefined),
  go: ({ mode, text: nextText, other: nextOther, options }) => {
    const texts = {
      ...(nextText !== undefined && { text: nextText }),
      ...(nextOther !== undefined && { other: nextOther }),
    };
    const next = store.withMode(mode, texts);
    show({ ...next, options: options ?? next.options }, "push");
  },
  mark: (marks, name = "text") => {
    const field = name === "text" ? text : other;
    field.mark(marks);
    // A view removes the highlights before it sets its own: they are drawn once, after both.
    queueMicrotask(() => field.draw());
  },
  point: (span) => text.point(span),
  select: (index, length, name = "text") => (name === "text" ? text : other).select(index, length),
  announce: (message) => announceLater(message, TYPING_PAUSE_MS),
  redraw: () => view.redraw(),
  setPick: (next) => (pick = next),
  setCopy: (next) => {
    copy = next;
    phoneBar.setCopy(next);
  },
};

const view: ViewHost = startViews(byId("view"), page, () => store.state);
/** The open files; their module loads with the first one. */
let files: Files | undefined;
/** How often the files were closed. Files that were chosen before the last time are not opened. */
let closings = 0;

async function loadFiles(): Promise<Files> {
  const module = await import("./views/files.ts");
  files ??= new module.Files(byId("files"), {
    state: () => store.state,
    announce: page.announce,
    takeText: (value) => {
      closeFiles();
      show(store.withTexts({ text: value }), "push");
    },
    go: (mode) => page.go({ mode }),
    setOption: (name, value) => setOption(name, value),
    opened: placeFiles,
    closed: closeFiles,
  });
  return files;
}

/** Shows a state as if the page were opened with it. */
function show(next: PageState, history?: "push" | "replace"): void {
  // The current history entry keeps the latest text, for when the user goes back.
  if (history === "push") {
    address.write("replace");
    notify("");
  }
  const wasInView = byId("view").contains(document.activeElement);
  setState(next);
  text.value = next.text;
  other.value = next.other;
  showTitles(next.mode);
  drawOptions(form, next, setOption);
  files?.restart();
  placeFiles();
  view.open(next.mode);
  if (history !== undefined) address.write(history);
  if (history === "push") showTop(wasInView);
  view.redraw();
}

function setState(next: PageState, how?: Typing | "step"): void {
  const { mode, options } = store.state;
  if (showsNewText(next, store.state)) address.leaveOutTexts();
  store.set(next, how);
  if (next.mode === mode && next.options !== options) updateOptions(form, next);
  for (const way of WAYS) (byId(way) as HTMLButtonElement).disabled = !store.can(way);
  showTextSizes(next);
  address.writeLater();
}

function setOption(name: OptionName, value: string, how?: "step"): void {
  setState({ ...store.state, options: withOption(store.state, name, value) }, how);
  files?.restart();
  view.redraw();
}

/** Undoes or redoes one step. The focus stays in the field of the view that has it, although the field is drawn again. */
function undo(way: Way): void {
  const field = findField(document.activeElement);
  const next = store.move(way);
  if (next === undefined) return;
  closeFiles();
  show(next);
  announce(way === "undo" ? "Undone" : "Redone");
  if (field !== undefined) requestAnimationFrame(() => focusField(field));
}

/** Shows files in place of the text, until they are removed. */
function showFiles(list: readonly File[], message = ""): void {
  if (list.length === 0) return;
  if (!hasText(store.state.mode)) page.go({ mode: "decode" });
  const before = closings;
  void loadFiles().then((loaded) => {
    if (closings !== before) return;
    loaded.add(list);
    notify(message);
    placeFiles();
  }, notifyNotLoaded);
}

/** Handles a long text as a file of bytes, because its layout in the text area would block the page. */
function showLongText(long: string, name: string): void {
  // The module loads while the text becomes bytes.
  const loading = loadFiles().catch(() => undefined);
  const message = /\p{Surrogate}/u.test(long) ? "This text contains a lone surrogate, which became U+FFFD." : "";
  const file = new File([long], name);
  showFiles([file], message);
  // The rows come first: keeping the text takes the processor too.
  const before = closings;
  void loading.then(() => setTimeout(() => void keepFile(file, before), TYPING_PAUSE_MS));
}

/** Keeps a long text for a reload, unless it was closed, or says that it is not kept. */
async function keepFile(file: File, before: number): Promise<void> {
  if (closings !== before) return;
  const stored = reserveOutputName();
  try {
    if (privacy.isPrivate) throw new DOMException("Private is on");
    await keepText(file, stored.name);
    if (closings !== before) return stored.remove();
    address.kept = { stored: stored.name, name: file.name };
    address.write("replace");
  } catch {
    // Showing the file clears the notice.
    await loadFiles().catch(() => undefined);
    notify("This text is not kept for a reload: Private is on, or the browser has no storage for it.");
  }
}

function forgetKept(): void {
  if (address.kept !== undefined) reserveOutputName(address.kept.stored).remove();
  address.kept = undefined;
}

/** Shows the long text that the current entry of the session history keeps. */
async function openKept(kept: KeptFile): Promise<void> {
  const before = closings;
  try {
    const file = await reserveOutputName(kept.stored).open();
    if (closings !== before) return;
    address.kept = kept;
    showFiles([new File([file], kept.name)]);
  } catch {
    notify("The long text of this entry is no longer kept.");
  }
}

function closeFiles(): void {
  closings++;
  address.kept = undefined;
  files?.clear();
  placeFiles();
}

/** Shows the files if there are any, otherwise the text. */
function placeFiles(): void {
  const { mode } = store.state;
  const hasFiles = files?.hasFiles === true;
  byId("files").hidden = !hasFiles;
  byId("text-field").hidden = hasFiles;
  byId("text-size").hidden = hasFiles;
  byId("other-part").hidden = hasFiles || !hasOther(mode);
  byId("view").hidden = hasFiles && hasText(mode);
}

function readAddress(): void {
  closeFiles();
  const refusal = address.read((opened) => {
    notify("");
    show(opened);
    const kept = readKeptFile();
    if (kept !== undefined) void openKept(kept);
  });
  if (refusal === undefined) return;
  notify(REFUSALS[refusal]);
  show(START);
}

for (const field of [text, other]) {
  field.area.addEventListener("input", () => {
    const { value } = field.area;
    const isLong = value.length > MAX_LIVE_UNITS;
    if (isLong) field.value = "";
    else field.changed();
    notify("");
    setState(store.withTexts({ text: text.value, other: other.value }), { at: performance.now() });
    view.redraw();
    if (isLong) showLongText(value, "text.txt");
  });
}
text.area.addEventListener("click", (event) => {
  if (text.area.selectionStart === text.area.selectionEnd) pick?.(text.indexAt(event), true);
});
text.area.addEventListener("keyup", ({ key, altKey }) => {
  const opens = altKey && key === "Enter";
  if (opens || /^(?:Arrow|Home|End)/.test(key)) pick?.(text.indexAt(), opens);
});
startFileInput({ maxUnits: MAX_LIVE_UNITS, open: showFiles, openText: showLongText, replace: page.replaceText });
startKeys({
  editsTexts: (target) => target === text.area || target === other.area || findField(target) !== undefined,
  undo,
  changeView: (by) => {
    const at = MODE_NAMES.indexOf(store.state.mode) + by + MODE_NAMES.length;
    page.go({ mode: MODE_NAMES[at % MODE_NAMES.length]! });
  },
  copy: () => copy?.click(),
  focusText: () => {
    if (hasText(store.state.mode)) text.area.focus();
  },
});
addEventListener("focusin", (event) => store.enter(findField(event.target)));
form.addEventListener("submit", (event) => event.preventDefault());
for (const way of WAYS) byId(way).addEventListener("click", () => undo(way));
byId("share").addEventListener("click", () => address.share(byId("share")));
byId("clear").addEventListener("click", () => {
  forgetKept();
  closeFiles();
  show(store.withTexts({ text: "", other: "" }), "replace");
  text.area.focus();
  announce("Cleared");
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest(":is(nav, footer, .claim) a") : null;
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
  (hasText(store.state.mode) ? text.area : byId("title")).focus();
});
// A change of the fragment fires one of the two events, or both.
for (const type of ["popstate", "hashchange"] as const) {
  addEventListener(type, () => {
    if (address.isChanged) readAddress();
  });
}

startTheme(byId("theme"));
readAddress();
const shared = readShared(location.search);
if (shared !== undefined) {
  // The text leaves the address at once: it is kept as a typed text is.
  history.replaceState(null, "", location.pathname);
  show({ ...START, text: shared }, "replace");
}
// At pagehide, Chromium no longer keeps the state of the entry.
addEventListener("beforeunload", () => address.flush());
onOpenedFiles((opened) => {
  page.go({ mode: "decode" });
  showFiles(opened);
});
if (matchMedia("(pointer: fine)").matches && hasText(store.state.mode)) text.area.focus({ preventScroll: true });
registerServiceWorker();
void removeAbandonedOutputs(readKeptFile()?.stored);

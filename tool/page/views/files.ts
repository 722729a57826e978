import { append, button, fill, formatCount, formatNumber, formatSize, h } from "../components/dom.ts";
import type { JobRequest, Message } from "../worker/jobs.ts";
import { findMode, type ModeName } from "../app/modes.ts";
import { reserveOutputName, type OutputName } from "../worker/opfs.ts";
import { hexDump } from "../components/results.ts";
import { startWorker } from "../app/trusted-urls.ts";
import { drawIsolated } from "../components/invisible-characters.ts";
import { notify } from "../components/notice.ts";
import type { OptionName } from "../app/options.ts";
import type { PageState } from "../app/state.ts";
import { findingTable, issueTable, preview } from "./file-result.ts";
import { type LinkList, listLinks } from "./link-rows.ts";

/** The most bytes of a file that become the text, in a view that does not convert files. */
const BEGINNING_BYTES = 8192;
/** How many bytes around a fault are read for a guess of the encoding. */
const BYTES_BEFORE_FAULT = 64;
const BYTES_AFTER_FAULT = 8192;
/** The pause after a change of the options, before the files are converted again. */
const OPTIONS_PAUSE_MS = 250;

/** The views that convert any file, as a view of texts offers them. */
const CONVERSIONS: readonly (readonly [ModeName, string])[] = [
  ["decode", "Decode it"],
  ["encode", "Encode it"],
  ["inspect", "Inspect each line"],
];

/** The functions of the page that the files need. */
export interface FilesPage {
  readonly state: () => PageState;
  readonly announce: (message: string) => void;
  readonly takeText: (text: string) => void;
  /** Opens another view with the same files. */
  readonly go: (mode: ModeName) => void;
  readonly setOption: (name: OptionName, value: string) => void;
  /** Called when files are added after they were read. */
  readonly opened: () => void;
  /** Called when the last file is removed. */
  readonly closed: () => void;
}

/** The open files; the worker converts them one after the other. */
export class Files {
  readonly #host: HTMLElement;
  readonly #page: FilesPage;
  readonly #list = h("div.stack");
  readonly #all: HTMLElement;
  #runs: Run[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, page: FilesPage) {
    this.#host = host;
    this.#page = page;
    // A browser may ask once whether the page may save several files.
    const downloadAll = (): void => this.#runs.forEach(({ link }) => link?.click());
    this.#all = h("p.actions", button("Download all", downloadAll));
  }

  get hasFiles(): boolean {
    return this.#runs.length > 0;
  }

  /** Converts files. In Start one small text is read as if it were pasted. */
  add(files: readonly File[]): void {
    const [first] = files;
    const isRead = this.#page.state().mode === "start" && !this.hasFiles && files.length === 1;
    if (isRead && first !== undefined && first.size <= BEGINNING_BYTES) void this.#read(first);
    else this.#convert(files);
  }

  async #read(file: File): Promise<void> {
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    } catch {
      // Bytes of another encoding, or a file that cannot be read: its card offers what can be done.
      this.#convert([file]);
      return this.#page.opened();
    }
    this.#page.takeText(text);
    this.#page.announce(`${file.name}: read as text`);
  }

  #convert(files: readonly File[]): void {
    const remove = (run: Run): void => this.#remove(run);
    const runs = files.map((file) => createRun(file, this.#page, remove, () => this.#next()));
    this.#runs.push(...runs);
    append(this.#list, ...runs.map(({ element }) => element));
    fill(this.#host, this.#all, this.#list);
    this.#next();
  }

  /** Converts all files again, after a change of the view or its options. */
  restart(): void {
    clearTimeout(this.#pause);
    for (const run of this.#runs) run.reset();
    if (this.hasFiles) this.#pause = setTimeout(() => this.#next(), OPTIONS_PAUSE_MS);
  }

  clear(): void {
    clearTimeout(this.#pause);
    for (const run of this.#runs) run.stop();
    this.#runs = [];
    fill(this.#list);
    fill(this.#host);
  }

  #next(): void {
    this.#all.hidden = this.#runs.filter(({ link }) => link !== undefined).length < 2;
    if (this.#runs.some(({ status }) => status === "running")) return;
    this.#runs.find(({ status }) => status === "waiting")?.start();
  }

  #remove(run: Run): void {
    run.stop();
    this.#runs = this.#runs.filter((other) => other !== run);
    run.element.remove();
    if (this.hasFiles) this.#next();
    else this.#page.closed();
  }
}

type Status = "waiting" | "running" | "ended";
type Failed = Extract<Message, { kind: "failed" }>;

interface Run {
  readonly element: HTMLElement;
  status: Status;
  /** The link to the result, if there is one. */
  link: HTMLAnchorElement | undefined;
  readonly reset: () => void;
  readonly start: () => void;
  /** Stops the worker and removes its output. */
  readonly stop: () => void;
}

/** Draws the card of a file, which the worker converts. */
function createRun(file: File, page: FilesPage, remove: (run: Run) => void, ended: () => void): Run {
  const body = h("div");
  const actions = h("span.actions");
  const removing = button("Remove", () => remove(run), { class: "quiet" });
  const bar = h("progress", { max: Math.max(1, file.size), value: 0, "aria-label": `Progress of ${file.name}` });
  const progress = h("span");
  const heading = h("h2", drawIsolated(file.name || "a file"), h("span.soft", ` ${formatSize(file.size)}`));
  const element = h("article.card.file", h("div.bar", heading, actions), body);
  let worker: Worker | undefined;
  let links: LinkList | undefined;
  let output: OutputName | undefined;
  let address: string | undefined;
  let started = 0;
  const run: Run = { element, status: "waiting", link: undefined, reset, start, stop };
  reset();
  return run;

  function reset(): void {
    stop();
    const { mode } = page.state();
    const { files, title } = findMode(mode);
    run.status = files === undefined ? "ended" : "waiting";
    fill(actions, removing);
    if (files !== undefined) return fill(body, h("p.notes", "Waiting …"));
    const conversions = CONVERSIONS.map(([view, label]) => button(label, () => page.go(view)));
    const beginning = button("Use its beginning as text", () => void useBeginning());
    const others = h("div.remedies", ...conversions, beginning);
    if (mode !== "start")
      return fill(body, h("p.notes", `${title} reads a text. A whole file can be converted.`), others);
    const { takeText: read, announce } = page;
    links = listLinks({ file, read, announce, others });
    fill(body, links.element);
  }

  function start(): void {
    const { mode, options } = page.state();
    run.status = "running";
    started = performance.now();
    output = reserveOutputName();
    const own = startWorker();
    worker = own;
    const on = (message: Message): void => {
      // Ignore messages of a worker that has been stopped.
      if (worker === own) receive(message);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<Message>) => on(data));
    worker.addEventListener("error", (event) =>
      on({ kind: "failed", message: event.message || "The worker could not be started." }),
    );
    bar.value = 0;
    progress.textContent = "";
    fill(actions, button("Cancel", cancel));
    fill(body, h("div.progress", bar, progress));
    worker.postMessage({ mode, options, file, name: output.name } satisfies JobRequest);
    page.announce(`${file.name}: started`);
  }

  function cancel(): void {
    stop();
    run.status = "ended";
    const startAgain = button("Start again", () => {
      run.status = "waiting";
      ended();
    });
    fill(actions, startAgain, removing);
    fill(body, h("p.notes", "Cancelled; no output was kept."));
    page.announce("Cancelled");
    ended();
  }

  function stop(): void {
    links?.close();
    worker?.terminate();
    worker = undefined;
    output?.remove();
    output = undefined;
    if (address !== undefined) URL.revokeObjectURL(address);
    address = undefined;
    run.link = undefined;
  }

  function receive(message: Message): void {
    if (message.kind === "progress") {
      bar.value = message.read;
      const seconds = (performance.now() - started) / 1000;
      progress.textContent = `${Math.floor((message.read / file.size) * 100)} %, ${formatSize(message.read / seconds)}/s`;
      return;
    }
    worker?.terminate();
    worker = undefined;
    if (message.kind === "failed") failed(message);
    else void done(message);
  }

  function failed({ message, fault }: Omit<Failed, "kind">): void {
    stop();
    run.status = "ended";
    const byLine = button("Convert line by line", () => page.setOption("lines", "true"));
    const remedies = h("div.remedies", message.includes("line by line") && byLine);
    if (fault !== undefined) void drawRemedies(remedies, fault);
    fill(actions, removing);
    fill(
      body,
      h("p.refused", { role: "alert" }, drawIsolated(message)),
      fault !== undefined &&
        h(
          "p.notes",
          h("span", h("code", fault.code)),
          h("span", `byte ${formatNumber(fault.index)} of the file`),
          h(
            "span",
            "A fault ends the conversion unless you change an option; with “line by line”, malformed lines are kept unchanged.",
          ),
        ),
      remedies,
    );
    ended();
  }

  /** Draws a button for each option that accepts the file. */
  async function drawRemedies(host: HTMLElement, fault: NonNullable<Failed["fault"]>): Promise<void> {
    const from = Math.max(0, fault.index - BYTES_BEFORE_FAULT);
    let part = new Uint8Array(0);
    try {
      part = new Uint8Array(await file.slice(from, fault.index + BYTES_AFTER_FAULT).arrayBuffer());
    } catch (error) {
      // A file that cannot be read any more has no guess.
      if (!(error instanceof DOMException)) throw error;
    }
    const { remedyButtons } = await import("../components/remedies.ts");
    const { state, setOption } = page;
    append(host, ...remedyButtons(state(), { ...fault, index: fault.index - from }, part, setOption));
  }

  async function done({ outcome, size: bytes, head, blob }: Extract<Message, { kind: "done" }>): Promise<void> {
    const seconds = (performance.now() - started) / 1000;
    const own = output;
    if (own === undefined) return;
    let written: Blob;
    try {
      written = blob ?? (await own.open());
    } catch (error) {
      if (output === own) failed({ message: `The result cannot be read: ${String(error)}` });
      return;
    }
    // The file was removed, or started again, while its output was opened.
    if (output !== own) return;
    run.status = "ended";
    // The type makes the browser save the file: opened in the browser it would be a page of this origin.
    address = URL.createObjectURL(written.slice(0, written.size, "application/octet-stream"));
    const { mode } = page.state();
    run.link = h("a.button.strong", { href: address, download: outputName(file.name, mode) }, "Download");
    fill(actions, run.link, removing);
    const { issues, issueCount, lines, refused, note } = outcome;
    const summary = [
      `${formatSize(file.size)} became ${formatSize(bytes)} in ${seconds.toFixed(1)} s`,
      note !== undefined && note,
      lines !== undefined && formatCount(lines, "line"),
      refused !== undefined && refused > 0 && `${formatCount(refused, "line")} kept unchanged`,
      refused === undefined && issueCount > 0 && formatCount(issueCount, mode === "inspect" ? "finding" : "issue"),
    ].filter((part) => part !== false);
    page.announce(summary.join(", "));
    fill(
      body,
      h("p.notes", ...summary.map((part) => h("span", part))),
      bytes > 0 && (mode === "inspect" ? findingTable(head, bytes) : preview(head, bytes)),
      issues.length > 0 && mode !== "inspect" && issueTable(issues, issueCount),
      bytes > 0 && hexDump("Bytes of the result", head, bytes),
    );
    ended();
  }

  async function useBeginning(): Promise<void> {
    const bytes = await file.slice(0, BEGINNING_BYTES).arrayBuffer();
    // `stream` leaves out an incomplete character at the end.
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
    page.takeText(text);
    const { size } = file;
    const notes = [
      size > BEGINNING_BYTES && `The text is the first ${formatSize(BEGINNING_BYTES)} of ${formatSize(size)}.`,
      text.includes("\ufffd") && "Bytes that are not UTF-8 became U+FFFD.",
    ];
    notify(notes.filter(Boolean).join(" "));
  }
}

const DONE: Readonly<Record<string, string>> = {
  decode: "decoded",
  encode: "encoded",
  clean: "cleaned",
  display: "displayed",
  form: "pairs",
  inspect: "findings",
};

/** Returns `names.decoded.txt`. */
function outputName(name: string, mode: string): string {
  const [, stem = "", extension = ""] = /^([^]*?)(\.[A-Za-z0-9]{1,8})?$/.exec(name) ?? [];
  const end = mode === "form" ? ".jsonl" : mode === "inspect" ? ".tsv" : extension;
  return `${stem || "text"}.${DONE[mode] ?? mode}${end}`;
}

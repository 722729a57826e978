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
    const runs = files.map((file) => new Run(file, this.#page, remove, () => this.#next()));
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

class Run {
  readonly element: HTMLElement;
  status: Status = "waiting";
  /** The link to the result, if there is one. */
  link: HTMLAnchorElement | undefined;
  readonly #file: File;
  readonly #page: FilesPage;
  readonly #ended: () => void;
  readonly #body = h("div");
  readonly #actions = h("span.actions");
  readonly #remove: HTMLButtonElement;
  readonly #bar: HTMLProgressElement;
  readonly #progress = h("span");
  #worker: Worker | undefined;
  #links: LinkList | undefined;
  #output: OutputName | undefined;
  #address: string | undefined;
  #started = 0;

  constructor(file: File, page: FilesPage, remove: (run: Run) => void, ended: () => void) {
    this.#file = file;
    this.#page = page;
    this.#ended = ended;
    this.#bar = h("progress", { max: Math.max(1, file.size), value: 0, "aria-label": `Progress of ${file.name}` });
    this.#remove = button("Remove", () => remove(this), { class: "quiet" });
    this.element = h(
      "article.card.file",
      h(
        "div.bar",
        h("h2", drawIsolated(file.name || "a file"), h("span.soft", ` ${formatSize(file.size)}`)),
        this.#actions,
      ),
      this.#body,
    );
    this.reset();
  }

  reset(): void {
    this.stop();
    const { mode } = this.#page.state();
    const { files, title } = findMode(mode);
    this.status = files === undefined ? "ended" : "waiting";
    fill(this.#actions, this.#remove);
    if (files !== undefined) return fill(this.#body, h("p.notes", "Waiting …"));
    const useBeginning = button("Use its beginning as text", () => void this.#useBeginning());
    const conversions = CONVERSIONS.map(([view, label]) => button(label, () => this.#page.go(view)));
    const others = h("div.remedies", ...conversions, useBeginning);
    if (mode !== "start")
      return fill(this.#body, h("p.notes", `${title} reads a text. A whole file can be converted.`), others);
    const { takeText: read, announce } = this.#page;
    this.#links = listLinks({ file: this.#file, read, announce, others });
    fill(this.#body, this.#links.element);
  }

  start(): void {
    const { mode, options } = this.#page.state();
    this.status = "running";
    this.#started = performance.now();
    this.#output = reserveOutputName();
    const worker = startWorker();
    this.#worker = worker;
    const on = (message: Message): void => {
      // Ignore messages of a worker that has been stopped.
      if (this.#worker === worker) this.#on(message);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<Message>) => on(data));
    worker.addEventListener("error", (event) =>
      on({ kind: "failed", message: event.message || "The worker could not be started." }),
    );
    this.#bar.value = 0;
    this.#progress.textContent = "";
    const cancel = button("Cancel", () => this.#cancel());
    fill(this.#actions, cancel);
    fill(this.#body, h("div.progress", this.#bar, this.#progress));
    worker.postMessage({ mode, options, file: this.#file, name: this.#output.name } satisfies JobRequest);
    this.#page.announce(`${this.#file.name}: started`);
  }

  #cancel(): void {
    this.stop();
    this.status = "ended";
    const startAgain = button("Start again", () => {
      this.status = "waiting";
      this.#ended();
    });
    fill(this.#actions, startAgain, this.#remove);
    fill(this.#body, h("p.notes", "Cancelled; no output was kept."));
    this.#page.announce("Cancelled");
    this.#ended();
  }

  /** Stops the worker and removes its output. */
  stop(): void {
    this.#links?.close();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#output?.remove();
    this.#output = undefined;
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#address = undefined;
    this.link = undefined;
  }

  #on(message: Message): void {
    if (message.kind === "progress") {
      this.#bar.value = message.read;
      const seconds = (performance.now() - this.#started) / 1000;
      this.#progress.textContent = `${Math.floor((message.read / this.#file.size) * 100)} %, ${formatSize(message.read / seconds)}/s`;
      return;
    }
    this.#worker?.terminate();
    this.#worker = undefined;
    if (message.kind === "failed") this.#failed(message);
    else void this.#done(message);
  }

  #failed({ message, fault }: Omit<Failed, "kind">): void {
    this.stop();
    this.status = "ended";
    const byLine = button("Convert line by line", () => this.#page.setOption("lines", "true"));
    const remedies = h("div.remedies", message.includes("line by line") && byLine);
    if (fault !== undefined) void this.#drawRemedies(remedies, fault);
    fill(this.#actions, this.#remove);
    fill(
      this.#body,
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
    this.#ended();
  }

  /** Draws a button for each option that accepts the file. */
  async #drawRemedies(host: HTMLElement, fault: NonNullable<Failed["fault"]>): Promise<void> {
    const from = Math.max(0, fault.index - BYTES_BEFORE_FAULT);
    let part = new Uint8Array(0);
    try {
      part = new Uint8Array(await this.#file.slice(from, fault.index + BYTES_AFTER_FAULT).arrayBuffer());
    } catch (error) {
      // A file that cannot be read any more has no guess.
      if (!(error instanceof DOMException)) throw error;
    }
    const { remedyButtons } = await import("../components/remedies.ts");
    const { state, setOption } = this.#page;
    append(host, ...remedyButtons(state(), { ...fault, index: fault.index - from }, part, setOption));
  }

  async #done({ outcome, size: bytes, head, blob }: Extract<Message, { kind: "done" }>): Promise<void> {
    const seconds = (performance.now() - this.#started) / 1000;
    const output = this.#output;
    if (output === undefined) return;
    let file: Blob;
    try {
      file = blob ?? (await output.open());
    } catch (error) {
      if (this.#output === output) this.#failed({ message: `The result cannot be read: ${String(error)}` });
      return;
    }
    // The file was removed, or started again, while its output was opened.
    if (this.#output !== output) return;
    this.status = "ended";
    // The type makes the browser save the file: opened in the browser it would be a page of this origin.
    this.#address = URL.createObjectURL(file.slice(0, file.size, "application/octet-stream"));
    const { mode } = this.#page.state();
    const attributes = { href: this.#address, download: outputName(this.#file.name, mode) };
    this.link = h("a.button.strong", { ...attributes }, "Download");
    fill(this.#actions, this.link, this.#remove);
    const { issues, issueCount, lines, refused, note } = outcome;
    const summary = [
      `${formatSize(this.#file.size)} became ${formatSize(bytes)} in ${seconds.toFixed(1)} s`,
      note !== undefined && note,
      lines !== undefined && formatCount(lines, "line"),
      refused !== undefined && refused > 0 && `${formatCount(refused, "line")} kept unchanged`,
      refused === undefined && issueCount > 0 && formatCount(issueCount, mode === "inspect" ? "finding" : "issue"),
    ].filter((part) => part !== false);
    this.#page.announce(summary.join(", "));
    fill(
      this.#body,
      h("p.notes", ...summary.map((part) => h("span", part))),
      bytes > 0 && (mode === "inspect" ? findingTable(head, bytes) : preview(head, bytes)),
      issues.length > 0 && mode !== "inspect" && issueTable(issues, issueCount),
      bytes > 0 && hexDump("Bytes of the result", head, bytes),
    );
    this.#ended();
  }

  async #useBeginning(): Promise<void> {
    const bytes = await this.#file.slice(0, BEGINNING_BYTES).arrayBuffer();
    // `stream` leaves out an incomplete character at the end.
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
    this.#page.takeText(text);
    const { size } = this.#file;
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

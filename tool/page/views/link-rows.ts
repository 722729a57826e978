import { percentDecode } from "percodec";
import type { ListedLink } from "../../shared/reading/links.ts";
import { type Table, writeCommand } from "../../shared/reading/table.ts";
import { FINDING_TITLES } from "../app/finding-titles.ts";
import { startWorker } from "../app/trusted-urls.ts";
import { append, button, drawActions, fill, formatCount, formatNumber, h } from "../components/dom.ts";
import { drawCode, drawIsolated } from "../components/invisible-characters.ts";
import { copyButton, drawHeads } from "../components/results.ts";
import { type LinkOrder, type LinkRows, MOST_ROWS, type RowsRequest } from "../worker/link-rows.ts";

const HEADS = ["Line", "Owner", "What it is", "Worst finding", "Link"];
const ORDERS: Readonly<Record<LinkOrder, string>> = { line: "as in the text", owner: "by owner", worst: "worst first" };
const SHOWN_UNITS = 512;

interface LinkListFeatures {
  readonly file: File;
  readonly read: (url: string) => void;
  readonly announce: (message: string) => void;
  /** What else can be done with the lines, which is not offered for a table. */
  readonly others?: HTMLElement;
}

/** The links of a text, as rows that the worker finds and that are drawn when they come into view. */
export class LinkList {
  readonly element: HTMLElement;
  readonly #features: LinkListFeatures;
  readonly #worker = startWorker();
  readonly #status = h("p.notes.waiting", "Reading …");
  readonly #command = h("div");
  readonly #body = h("tbody");
  readonly #end = h("p", { "aria-hidden": "true" });
  readonly #words = h("input", { type: "search", "aria-label": "Only rows with", placeholder: "Only rows with …" });
  readonly #order = h("select", { "aria-label": "Order" });
  readonly #observer: IntersectionObserver;
  #last: LinkRows | undefined;
  #isAsked = false;

  constructor(features: LinkListFeatures) {
    this.#features = features;
    append(this.#order, ...Object.entries(ORDERS).map(([value, label]) => h("option", { value }, label)));
    this.#words.addEventListener("input", () => this.#ask(0));
    this.#order.addEventListener("change", () => this.#ask(0));
    this.element = h(
      "article.card.links",
      h("h2", "Links"),
      this.#status,
      this.#command,
      drawActions(this.#words, this.#order),
      h(
        "div.scroll",
        { tabindex: "0", role: "group", "aria-label": "Links" },
        h("table", drawHeads(HEADS), this.#body),
        this.#end,
      ),
      features.others,
    );
    this.#observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.#more();
    });
    this.#observer.observe(this.#end);
    this.#worker.addEventListener("message", ({ data }: MessageEvent<LinkRows>) => this.#draw(data));
    this.#worker.addEventListener("error", () =>
      this.#say("The links cannot be read: the worker could not be started."),
    );
    this.#ask(0, features.file);
  }

  close(): void {
    this.#worker.terminate();
    this.#observer.disconnect();
  }

  #ask(from: number, file?: File): void {
    this.#isAsked = true;
    const order = this.#order.value as LinkOrder;
    const request: RowsRequest = { order, words: this.#words.value.toLowerCase(), from, ...(file && { file }) };
    this.#worker.postMessage(request);
  }

  /** Asks for the next rows, unless all are drawn. */
  #more(): void {
    const drawn = this.#body.childElementCount;
    if (!this.#isAsked && drawn < (this.#last?.matching ?? 0)) this.#ask(drawn);
  }

  #say(message: string): void {
    this.#status.classList.remove("waiting");
    this.#status.textContent = message;
  }

  #draw(state: LinkRows): void {
    const { rows, from, table, isDone, links, lines, matching } = state;
    if (from >= 0) this.#isAsked = false;
    if (table !== undefined && this.#last?.table === undefined) this.#drawTable(table);
    const wasDone = this.#last?.isDone === true;
    this.#last = state;
    const counts = `${formatCount(links, "link")} in ${formatCount(lines, "line")}${isDone ? "" : " so far …"}`;
    const shown = matching < Math.min(links, MOST_ROWS) ? `; ${formatNumber(matching)} shown` : "";
    const cut = links > MOST_ROWS ? `; the first ${formatNumber(MOST_ROWS)} are listed` : "";
    if (isDone) this.#say(counts + shown + cut);
    else this.#status.textContent = counts;
    if (isDone && !wasDone) this.#features.announce(counts);
    if (from === 0) fill(this.#body, ...rows.map((row) => this.#drawRow(row)));
    else if (from === this.#body.childElementCount) append(this.#body, ...rows.map((row) => this.#drawRow(row)));
    // Observing the end again reports whether it is still in view.
    this.#observer.unobserve(this.#end);
    this.#observer.observe(this.#end);
  }

  #drawTable(table: Table): void {
    const { others, file } = this.#features;
    // Start has the command of a pasted table in another card.
    if (others === undefined) return;
    others.hidden = true;
    fill(this.#command, ...drawCommand(table, file.name));
  }

  #drawRow({ line, owner, host, kind, leadsTo, worst, url, joined }: ListedLink): HTMLElement {
    const decoded = percentDecode(url, { malformed: "keep", invalidUtf8: "keep" });
    const cells = [
      formatNumber(line),
      h("strong", drawIsolated(owner ?? host ?? "—")),
      h("span", kind, leadsTo !== undefined && h("span.soft", " to ", h("bdi", leadsTo))),
      worst === undefined ? "—" : h(`span.badge.${worst.severity}`, FINDING_TITLES[worst.code]),
      h(
        "span",
        drawCode(url.slice(0, SHOWN_UNITS)),
        decoded !== url && h("span.decoded-as", " decoded ", drawCode(decoded.slice(0, SHOWN_UNITS))),
        " ",
        button("Read this link", () => this.#features.read(url)),
        joined !== undefined && button("Read it joined with the next line", () => this.#features.read(joined)),
      ),
    ];
    return h("tr", ...cells.map((cell, k) => h("td", { "data-head": HEADS[k] }, cell)));
  }
}

/** Draws the command that changes one column of a CSV or TSV. */
export function drawCommand(table: Table, file: string): readonly HTMLElement[] {
  const command = writeCommand(table, file);
  const does = table.operation === "clean" ? "cleans the links" : "decodes the escapes";
  return [
    h(
      "p",
      `This ${table.format.toUpperCase()} has ${table.fields} fields. The command ${does} of column ${table.column}, and changes nothing else${table.isChanging ? "" : "; the first ones are clean already"}:`,
    ),
    h("pre.text", drawIsolated(command)),
    drawActions(copyButton(() => command, "Copy command")),
    h(
      "p.soft",
      "percodec is a program for the terminal, which npx percodec-cli runs too. This page changes no tables.",
    ),
  ];
}

import { percentDecode } from "percodec";
import type { ListedLink } from "../../shared/reading/links.ts";
import { type Table, writeCommand } from "../../shared/reading/table.ts";
import { FINDING_TITLES } from "../app/finding-titles.ts";
import { startWorker } from "../app/trusted-urls.ts";
import { append, button, fill, formatCount, formatNumber, h } from "../components/dom.ts";
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

/** A list of links, and the function that ends its worker. */
export interface LinkList {
  readonly element: HTMLElement;
  readonly close: () => void;
}

/** Lists the links of a text, as rows that the worker finds and that are drawn when they come into view. */
export function listLinks({ file, read, announce, others }: LinkListFeatures): LinkList {
  const worker = startWorker();
  const status = h("p.notes.waiting", "Reading …");
  const command = h("div");
  const body = h("tbody");
  const end = h("p", { "aria-hidden": "true" });
  const choices = Object.entries(ORDERS).map(([value, label]) => h("option", { value }, label));
  const words = h("input", {
    type: "search",
    "aria-label": "Only rows with",
    placeholder: "Only rows with …",
    input: () => ask(0),
  });
  const order = h("select", { "aria-label": "Order", change: () => ask(0) }, ...choices);
  let last: LinkRows | undefined;
  let isAsked = false;
  const observer = new IntersectionObserver((entries) => {
    const drawn = body.childElementCount;
    if (!entries.some(({ isIntersecting }) => isIntersecting) || isAsked) return;
    if (drawn < (last?.matching ?? 0)) ask(drawn);
  });
  observer.observe(end);
  worker.addEventListener("message", ({ data }: MessageEvent<LinkRows>) => draw(data));
  worker.addEventListener("error", () => say("The links cannot be read: the worker could not be started."));
  ask(0, file);
  return {
    element: h(
      "article.card.links",
      h("h2", "Links"),
      status,
      command,
      h("p.actions", words, order),
      h("div.scroll", { tabindex: "0", role: "group", "aria-label": "Links" }, h("table", drawHeads(HEADS), body), end),
      others,
    ),
    close: () => {
      worker.terminate();
      observer.disconnect();
    },
  };

  function ask(from: number, whole?: File): void {
    isAsked = true;
    const asked = { order: order.value as LinkOrder, words: words.value.toLowerCase(), from };
    worker.postMessage({ ...asked, ...(whole && { file: whole }) } satisfies RowsRequest);
  }

  function say(message: string): void {
    status.classList.remove("waiting");
    status.textContent = message;
  }

  function draw(state: LinkRows): void {
    const { rows, from, table, isDone, links, lines, matching } = state;
    if (from >= 0) isAsked = false;
    // Start has the command of a pasted table in another card.
    if (table !== undefined && last?.table === undefined && others !== undefined) {
      others.hidden = true;
      fill(command, ...drawCommand(table, file.name));
    }
    const wasDone = last?.isDone === true;
    last = state;
    const counts = `${formatCount(links, "link")} in ${formatCount(lines, "line")}${isDone ? "" : " so far …"}`;
    const shown = matching < Math.min(links, MOST_ROWS) ? `; ${formatNumber(matching)} shown` : "";
    const cut = links > MOST_ROWS ? `; the first ${formatNumber(MOST_ROWS)} are listed` : "";
    if (isDone) say(counts + shown + cut);
    else status.textContent = counts;
    if (isDone && !wasDone) announce(counts);
    if (from === 0) fill(body);
    if (from === body.childElementCount) append(body, ...rows.map(drawRow));
    // Observing the end again reports whether it is still in view.
    observer.unobserve(end);
    observer.observe(end);
  }

  function drawRow({ line, owner, host, kind, leadsTo, worst, url, joined }: ListedLink): HTMLElement {
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
        button("Read this link", () => read(url)),
        joined !== undefined && button("Read it joined with the next line", () => read(joined)),
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
    h("p.actions", copyButton(command, "Copy command")),
    h(
      "p.soft",
      "percodec is a program for the terminal, which npx percodec-cli runs too. This page changes no tables.",
    ),
  ];
}

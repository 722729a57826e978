import { type DecodeIssue, type DecodeOptions, percentDecode, percentDecodeReport } from "percodec";
import type { Encoding } from "percodec/charset";
import { reportText } from "../../shared/reading/report.ts";
import { type Decoded, describeLoss, IssueList, type Policies } from "../app/losses.ts";
import { toLabel } from "../app/format.ts";
import { button, fill, formatCount, formatNumber, h } from "../components/dom.ts";
import { type LineFault, convertLines } from "../app/lines.ts";
import { drawGrowing } from "../components/growing-text.ts";
import { loadOwners } from "../app/owners.ts";
import { textConverterFor } from "../app/text-converter.ts";
import { type PageState, readOption } from "../app/state.ts";
import { toMarks } from "../components/highlights.ts";
import type { Draw, Page } from "../components/page.ts";
import {
  disclosure,
  drawFlattened,
  drawSpan,
  hexDump,
  isWholeUrl,
  lineFaults,
  measure,
  result,
  showButton,
  tableCard,
  utf8,
} from "../components/results.ts";
import { readDecoderOptions } from "../app/text-files.ts";
import { drawConverted } from "../components/converted.ts";
import { drawIsolated } from "../components/invisible-characters.ts";
import { withLesson } from "./lesson-place.ts";
import { drawContents } from "./start/contents.ts";

export function view(host: HTMLElement, page: Page): Draw {
  /** Whether a whole URL is decoded at once; it lasts while the text is one. */
  let isFlat = false;
  const setFlat = (next: boolean): void => {
    isFlat = next;
    page.redraw();
  };
  return withLesson(host, page, (state) => {
    const isUrl = isWholeUrl(state.text) && readOption(state, "lines") !== "true";
    isFlat &&= isUrl;
    if (isUrl && !isFlat) return drawUrlParts(host, page, state, () => setFlat(true));
    drawDecoded(host, page, state);
    if (isUrl) host.prepend(drawFlattened(() => setFlat(false)));
  });
}

/** Draws the parts and the values of a URL, each decoded for itself; the whole text is decoded only if `flatten` is asked for. */
function drawUrlParts(host: HTMLElement, page: Page, state: PageState, flatten: () => void): void {
  const text = state.text.trim();
  const reading = { name: "url", because: "chosen by you", text, charsets: undefined } as const;
  const report = reportText(reading, loadOwners(page.redraw));
  page.announce("A whole URL: each part is decoded for itself");
  fill(
    host,
    h(
      "article.card.whole-url",
      h("h2", "This is a whole URL, so each part is decoded for itself"),
      h("p", "Decoded at once, an escaped & / ? or # would become a delimiter, and the result would be another URL."),
      h("p.actions", button("Decode the whole text at once", flatten)),
    ),
    ...drawContents({ page, state, report, offset: state.text.indexOf(text) }),
  );
}

function drawDecoded(host: HTMLElement, page: Page, state: PageState): void {
  const { text } = state;
  let options: DecodeOptions;
  try {
    options = readDecoderOptions(state);
  } catch (error) {
    return fill(host, h("article.card.fault", h("h2", drawIsolated(`accept: ${(error as Error).message}`))));
  }
  const converter = textConverterFor("decode", state, page.redraw);
  if (converter === "loading") return fill(host, h("p.waiting", "Loading the options of text …"));
  const draw = (charset: Encoding | undefined): void => {
    const decodeAs: DecodeOptions = { ...options, encoding: charset };
    const decode = (part: string): Decoded => {
      if (converter !== undefined) return converter(part);
      // The report alone would list a character that is not accepted as an issue.
      if (options.accept !== undefined) percentDecode(part, decodeAs);
      return percentDecodeReport(part, decodeAs);
    };
    if (readOption(state, "lines") !== "true") return drawResult(host, page, state, decode(text), options, []);
    const list = new IssueList<DecodeIssue>();
    const { value, faults } = convertLines(text, (line, from) => {
      const decoded = decode(line);
      for (const issue of decoded.issues) list.add({ ...issue, index: from + issue.index });
      // The report of a line lists the first of its issues.
      list.issueCount += decoded.issueCount - decoded.issues.length;
      return decoded.value;
    });
    const { issues, issueCount } = list;
    drawResult(host, page, state, { value, issues, issueCount }, options, faults);
  };
  drawConverted(host, page, state, draw, () => drawWithFaultsKept(text, options));
}

function drawResult(
  host: HTMLElement,
  page: Page,
  state: PageState,
  { value, issues, issueCount }: Decoded,
  { percentU, except }: DecodeOptions,
  faults: readonly LineFault[],
): void {
  const { text } = state;
  const bytes = utf8(value);
  page.mark([...toMarks(faults, "danger"), ...toMarks(issues, "warning")]);
  const again = percentDecodeReport(text, { percentU, except }).stillEncoded;
  const notes: (string | Node)[] = [value === text ? "Decoding changed nothing." : measure(value, bytes)];
  if (again)
    notes.push(
      h(
        "span",
        h("code.badge.other", "stillEncoded"),
        " Two hex digits follow a % that was decoded: the text was encoded more than once, or contains text that looks like an escape.",
      ),
    );
  const policies = { malformed: readOption(state, "malformed"), invalidUtf8: readOption(state, "invalidUtf8") };
  const losses = describeLoss({ issues, issueCount }, policies);
  const count = issues.length > 0 && formatCount(issueCount, "issue");
  page.announce([`Decoded: ${measure(value, bytes)}`, count, ...losses].filter(Boolean).join(", "));
  const layers = button("See the layers", () => page.go({ mode: "explain", text, options: {} }));
  fill(
    host,
    losses.length > 0 && drawLoss(page, losses, policies),
    result(page, { title: "Decoded", value, notes, file: "decoded.txt", actions: again ? [layers] : [] }),
    lineFaults(page, faults),
    issues.length > 0 &&
      tableCard(
        `Accepted: ${formatCount(issueCount, "issue")}`,
        ["Issue", "Index", "Length", "Text", ""],
        issues.map((issue) => [
          toLabel(issue.code),
          formatNumber(issue.index),
          formatNumber(issue.length),
          drawSpan(text, issue, 24),
          showButton(page, issue.index, issue.length),
        ]),
      ),
    hexDump("Bytes of the result", bytes),
  );
}

/** Draws what of the text is not in the result, with a button that keeps it. */
function drawLoss(page: Page, losses: readonly string[], policies: Policies): HTMLElement {
  const lossy = (["malformed", "invalidUtf8"] as const).filter((name) => /^(?:drop|replace)$/.test(policies[name]));
  return h(
    "article.card.lost",
    h("h2", "A part of the text is not in the result"),
    h("p", losses.join(" ")),
    h("p.actions", ...lossy.map((name) => button(KEEP_WORDS[name], () => page.setOption(name, "keep")))),
  );
}

const KEEP_WORDS = { malformed: "Keep broken escapes", invalidUtf8: "Keep bytes that are not text" } as const;

function drawWithFaultsKept(text: string, options: DecodeOptions): HTMLElement {
  const { malformed: _, invalidUtf8: __, ...others } = options;
  const { value, issueCount } = percentDecodeReport(text, others);
  return disclosure(
    "faults-kept",
    `Decoded with ${formatCount(issueCount, "fault")} kept`,
    () => [h("pre.text", drawGrowing(value))],
    true,
  );
}

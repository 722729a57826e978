import { percentEncode } from "../../src/index.ts";
import { type Finding, guess, type ReadingName, type TextReading } from "../../src/inspect/index.ts";
import {
  chooseReading,
  type LayeredValue,
  READING_TITLES,
  type ReportParameter,
  reportText,
  type TextReport,
} from "../../src/inspect/report.ts";
import { rfc3986 } from "../../src/sets/index.ts";
import { cleanUriReport, describeHost } from "../../src/uri/index.ts";
import { PercentEncodingError } from "../../src/index.ts";
import { decodeAs, readToken } from "../app/decode-as.ts";
import { encodeForPurposes } from "../app/purposes.ts";
import { withValue } from "../app/query-pairs.ts";
import { toSnippets } from "../app/snippets.ts";
import { type PageState, readOption } from "../app/state.ts";
import { append, button, fill, formatCount, formatNumber, h } from "../components/dom.ts";
import { drawFinding, drawNotJudged, remedyButton } from "../components/findings.ts";
import type { Highlight } from "../components/highlights.ts";
import { drawIsolated } from "../components/invisible-characters.ts";
import type { Page } from "../components/page.ts";
import { copyButton } from "../components/results.ts";

/** The most units of a value, and the most findings, that are drawn. */
const SHOWN_UNITS = 2048;
const SHOWN_FINDINGS = 40;
const STEPS = ["①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨", "⑩", "⑪", "⑫", "⑬", "⑭", "⑮", "⑯"];

/** Draws the answer for a text: what it is, where it leads, its parts, its findings, and what to do with it. */
export function drawAnswer(host: HTMLElement, page: Page, state: PageState): void {
  const { text } = state;
  const readings = guess(text);
  const wanted = readOption(state, "as");
  const reading = chooseReading(text, wanted === "auto" ? undefined : (wanted as ReadingName));
  const report = reportText(reading);
  const place = text.indexOf(reading.text);
  const offset = place < 0 ? undefined : place;
  page.mark(offset === undefined ? [] : toMarks(report, offset));
  page.announce(report.verdict);
  const draw = new AnswerParts(page, state, report, offset);
  fill(
    host,
    drawReadings(page, readings, reading),
    drawVerdict(report),
    h(
      "div",
      "answer",
      h("div", "column", ...draw.contents(), drawUse(page, report)),
      h("div", "column", drawWhy(page, report, offset, state)),
    ),
    drawDeeper(page, report),
  );
}

function toMarks({ parts, findings }: TextReport, offset: number): readonly Highlight[] {
  return [
    ...findings
      .filter(({ severity }) => severity === "danger")
      .map(({ index, length }): Highlight => ({ index: index + offset, length, kind: "danger" })),
    ...parts.map(({ name, raw, index }): Highlight => ({
      index: index + offset,
      length: raw.length,
      kind: `part-${name === "port" ? "scheme" : name}`,
    })),
  ];
}

function drawReadings(page: Page, readings: readonly TextReading[], reading: TextReading): HTMLElement {
  const list = h(
    "select",
    { attributes: { id: "read-as" }, on: { change: () => page.setOption("as", list.value) } },
    ...Object.entries(READING_TITLES).map(([value, label]) => h("option", { attributes: { value } }, label)),
  );
  list.value = reading.name;
  const others = readings.filter(({ name }) => name !== reading.name);
  return h(
    "p",
    "readings",
    h("label", { attributes: { for: "read-as" } }, "Read as"),
    list,
    h("span", {}, "because: ", reading.because),
    others.length > 0 && h("span", "soft", "also: ", others.map(({ name }) => READING_TITLES[name]).join(", ")),
  );
}

function drawVerdict({ verdict, findings, notJudged }: TextReport): HTMLElement {
  const count = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
  const [dangers, warnings] = [count("danger"), count("warning")];
  const level = dangers > 0 ? "danger" : warnings > 0 ? "warning" : "calm";
  const sign = { danger: "▲", warning: "△", calm: "●" }[level];
  const counts = [
    dangers > 0 && formatCount(dangers, "danger"),
    warnings > 0 && formatCount(warnings, "warning"),
    dangers + warnings === 0 && "nothing found in what was judged",
    // The purpose of the text is never judged.
    `not judged: ${formatNumber(notJudged.length + 1)}`,
  ].filter((part) => part !== false);
  return h(
    "article",
    { class: `verdict ${level}`, attributes: { "aria-label": "Verdict" } },
    h(
      "h2",
      {},
      h("span", { class: "sign-of", attributes: { "aria-hidden": "true" } }, sign),
      " ",
      drawIsolated(verdict),
    ),
    h("p", "soft", counts.join(" · ")),
  );
}

/** Draws the parts and values of a report. */
class AnswerParts {
  readonly #page: Page;
  readonly #state: PageState;
  readonly #report: TextReport;
  readonly #offset: number | undefined;

  constructor(page: Page, state: PageState, report: TextReport, offset: number | undefined) {
    this.#page = page;
    this.#state = state;
    this.#report = report;
    this.#offset = offset;
  }

  contents(): readonly Node[] {
    const { parts, parameters, whole, lines, reading } = this.#report;
    const { name, text } = reading;
    return [
      ...(name !== "url" && text !== this.#state.text && this.#state.text.trim() !== text ? [this.#inside()] : []),
      ...(whole === undefined ? [] : [this.#whole(whole)]),
      ...(parts.length > 0 ? [this.#parts()] : []),
      ...(parameters.length > 0 ? [this.#parameters(parameters)] : []),
      ...(lines.length > 0 ? [this.#lines()] : []),
      ...(name === "text" && text !== "" ? [this.#purposes(text)] : []),
    ];
  }

  /** Draws the text inside the escapes or the wrapping of the input. */
  #inside(): HTMLElement {
    const { text } = this.#report.reading;
    return h(
      "article",
      "card",
      h("div", "bar", h("h2", {}, "The text inside"), h("span", "actions", remedyButton("use it", text, this.#replace), copyButton(() => text))), // prettier-ignore
      h("pre", "text", shown(text)),
    );
  }

  readonly #replace = (text: string): void => this.#page.replaceText(text);

  #parts(): HTMLElement {
    const rows = this.#report.parts.map(({ name, raw, value }) => {
      const decoded = name === "host" ? toUnicode(raw, this.#report) : name === "query" ? raw : value;
      return h(
        "tr",
        {},
        h("th", { class: `part part-${name === "port" ? "scheme" : name}`, attributes: { scope: "row" } }, name === "userinfo" ? "user" : name), // prettier-ignore
        h("td", {}, h("code", {}, shown(raw)), decoded !== raw && h("span", "decoded-as", " → ", h("code", {}, shown(decoded)))), // prettier-ignore
        h(
          "td",
          {},
          copyButton(() => raw),
        ),
      );
    });
    return h("article", "card", h("h2", {}, "Parts"), h("table", "parts", h("tbody", {}, ...rows)));
  }

  #parameters(parameters: readonly ReportParameter[]): HTMLElement {
    return h(
      "article",
      "card",
      h(
        "div",
        "bar",
        h("h2", {}, formatCount(parameters.length, "value")),
        h("span", "actions", button("Edit as a form", () => this.#page.go({ mode: "form", text: this.#report.reading.text }))), // prettier-ignore
      ),
      h("dl", "values", ...parameters.flatMap((parameter, k) => this.#parameter(parameter, k))),
    );
  }

  #parameter(parameter: ReportParameter, k: number): readonly Node[] {
    const { name, raw, layers } = parameter;
    const first = layers[0]!;
    const field = h("textarea", {
      attributes: { rows: 1, "aria-label": `Value of ${name}`, spellcheck: "false", autocomplete: "off" },
      on: {
        // A lone surrogate has no UTF-8.
        input: () => this.#edit(k, field.value.replace(/\p{Surrogate}/gu, "\ufffd")),
        change: () => this.#page.redraw(),
      },
    });
    field.value = first;
    return [
      h("dt", {}, drawIsolated(name.slice(0, 256)), name === "" && h("span", "nothing", "no name")),
      h(
        "dd",
        {},
        h(
          "div",
          "value",
          field,
          copyButton(() => first),
        ),
        ...this.#more(parameter, (changed) => this.#rewrite(k, (pair) => pair.slice(0, pair.length - raw.length) + changed)), // prettier-ignore
      ),
    ];
  }

  /** Draws what a value has besides its first decoding. */
  #more(value: LayeredValue, rewrite: (raw: string) => void): readonly Node[] {
    const { raw, layers, inner, charsets = [] } = value;
    const more: Node[] = [];
    for (const charset of charsets) {
      const decoded = decodeAs(raw.replace(/\+/g, " "), charset);
      if (decoded === undefined) continue;
      const utf8 = percentEncode(decoded, rfc3986.component);
      more.push(
        h("p", "charset", h("strong", {}, shown(decoded)), h("span", "soft", ` in ${charset} `), copyButton(() => decoded), button("Write it in UTF-8", () => rewrite(utf8))), // prettier-ignore
      );
    }
    if (layers.length > 1) more.push(drawLadder(layers, () => rewrite(raw.replace(/%25([\dA-Fa-f]{2})/g, "%$1"))));
    if (inner !== undefined) more.push(this.#inner(layers, inner));
    return more;
  }

  #inner(layers: readonly string[], kind: "url" | "json" | "token"): HTMLElement {
    const value = kind === "url" || kind === "token" ? layers.at(-1)! : layers.find((layer) => /^\s*[[{]/.test(layer))!;
    const names = { url: "A URL inside", json: "A JSON text inside", token: "A JSON Web Token inside: its signature is not checked" }; // prettier-ignore
    const element = h("details", "inner", h("summary", {}, names[kind]));
    element.addEventListener("toggle", () => {
      if (element.open && element.childNodes.length === 1) append(element, ...this.#open(value, kind));
    });
    return element;
  }

  #open(value: string, kind: "url" | "json" | "token"): readonly Node[] {
    if (kind === "url") {
      const report = reportText({ name: "url", because: "inside a value", text: value, charsets: undefined });
      const open = button("Open it", () => this.#page.go({ mode: "start", text: value, options: {} }));
      return [
        drawVerdict(report),
        h("pre", "text", shown(value)),
        h(
          "p",
          "actions",
          open,
          copyButton(() => value),
        ),
      ];
    }
    const text = kind === "json" ? JSON.stringify(JSON.parse(value), null, 2) : (readToken(value) ?? value);
    return [
      h("pre", "text", shown(text)),
      h(
        "p",
        "actions",
        copyButton(() => text),
      ),
    ];
  }

  /** Replaces one value, and leaves every other byte of the input. */
  #edit(k: number, value: string): void {
    this.#change(k, (pair) => {
      const equals = pair.indexOf("=");
      return withValue({ raw: pair, name: "", value: "", hasValue: equals >= 0, issues: [], index: 0 }, value);
    });
  }

  #rewrite(k: number, change: (pair: string) => string): void {
    this.#change(k, change);
    this.#page.redraw();
  }

  #change(k: number, change: (pair: string) => string): void {
    const { reading, parts } = this.#report;
    const query = parts.find(({ name }) => name === "query");
    const isMarked = query === undefined && this.#text.startsWith("?");
    const from = query?.index ?? (isMarked ? 1 : 0);
    const text = this.#text;
    const end = query === undefined ? text.length : text.indexOf("#", from) < 0 ? text.length : text.indexOf("#", from);
    let at = -1;
    const pairs = text.slice(from, end).split("&").map((pair) => (pair !== "" && ++at === k ? change(pair) : pair)); // prettier-ignore
    this.#text = text.slice(0, from) + pairs.join("&") + text.slice(end);
    const before = this.#offset === undefined ? "" : this.#state.text.slice(0, this.#offset);
    const after = this.#offset === undefined ? "" : this.#state.text.slice(this.#offset + reading.text.length);
    this.#page.setText(before + this.#text + after);
  }

  #current: string | undefined;
  get #text(): string {
    return this.#current ?? this.#report.reading.text;
  }
  set #text(text: string) {
    this.#current = text;
  }

  #whole(whole: LayeredValue): HTMLElement {
    const first = whole.layers[0]!;
    return h(
      "article",
      "card",
      h(
        "div",
        "bar",
        h("h2", {}, "Decoded"),
        h(
          "span",
          "actions",
          copyButton(() => first),
        ),
      ),
      h("pre", "text", shown(first)),
      ...this.#more(whole, this.#replace),
    );
  }

  #lines(): HTMLElement {
    const rows = this.#report.lines.map(({ text, reading }) =>
      h(
        "tr",
        {},
        h("td", {}, h("span", "badge info", READING_TITLES[reading.name])),
        h("td", {}, h("code", {}, shown(text.slice(0, 256)))),
        h(
          "td",
          {},
          button("Open", () => this.#page.go({ mode: "start", text, options: {} })),
        ),
      ),
    );
    return h("article", "card", h("h2", {}, "Lines"), h("table", "parts", h("tbody", {}, ...rows)));
  }

  #purposes(text: string): HTMLElement {
    const rows = encodeForPurposes(text).map(({ name, value, fault }) =>
      h(
        "tr",
        {},
        h("th", { attributes: { scope: "row" } }, `As a ${name}`),
        value === undefined ? h("td", {}, shown(fault ?? "")) : h("td", {}, h("code", {}, shown(value))),
        h("td", {}, ...(value === undefined ? [] : [copyButton(() => value)])),
      ),
    );
    return h("article", "card", h("h2", {}, "Encoded for each purpose"), h("table", "parts", h("tbody", {}, ...rows)));
  }
}

/** Draws the layers of a value: one line and one Copy for each. */
function drawLadder(layers: readonly string[], peel: () => void): HTMLElement {
  return h(
    "div",
    "ladder",
    h(
      "ol",
      {},
      ...layers.map((layer, k) =>
        h(
          "li",
          {},
          h("span", { attributes: { "aria-hidden": "true" } }, STEPS[k] ?? String(k + 1)),
          h("span", "unseen", `Decoded ${formatCount(k + 1, "time")}: `),
          h("code", {}, shown(layer)),
          copyButton(() => layer),
        ),
      ),
    ),
    button("Peel one layer", peel),
  );
}

function drawWhy(page: Page, report: TextReport, offset: number | undefined, state: PageState): HTMLElement {
  const { findings, notJudged, reading } = report;
  const before = offset === undefined ? "" : state.text.slice(0, offset);
  const after = offset === undefined ? "" : state.text.slice(offset + reading.text.length);
  const apply = (text: string): void => page.replaceText(before + text + after);
  const draw = (listed: readonly Finding[]): HTMLElement =>
    h(
      "ul",
      "findings",
      ...listed
        .slice(0, SHOWN_FINDINGS)
        .map((finding) => drawFinding(page, finding, { text: reading.text, offset, apply })),
      listed.length > SHOWN_FINDINGS && h("li", "soft", `${formatNumber(listed.length - SHOWN_FINDINGS)} more are in Inspect.`), // prettier-ignore
    );
  const notes = findings.filter(({ severity }) => severity === "info");
  const others = findings.filter(({ severity }) => severity !== "info");
  return h(
    "article",
    "card why",
    h("h2", {}, "Why"),
    findings.length === 0 && h("p", {}, "No finding in what was judged."),
    others.length > 0 && draw(others),
    notes.length > 0 &&
      h("details", { attributes: { open: others.length === 0 } }, h("summary", {}, formatCount(notes.length, "note")), draw(notes)), // prettier-ignore
    drawNotJudged(notJudged),
  );
}

function drawUse(page: Page, report: TextReport): HTMLElement {
  const { text } = report.reading;
  const main = findMainCopy(report);
  page.setCopy(() => main.click());
  main.classList.add("strong");
  const json = (): string => JSON.stringify(toJson(report), null, 2);
  return h(
    "article",
    "card use",
    h("h2", {}, "Use it"),
    h(
      "p",
      "actions",
      main,
      copyButton(json, "JSON"),
      ...toSnippets(report).map(({ label, code }) => copyButton(() => code, label)),
    ),
    report.parts.length > 0 &&
      h("p", "soft", "A cleaned URL keeps its meaning: ", h("code", {}, shown(clean(text) ?? "refused"))),
  );
}

function findMainCopy({ parts, whole, reading }: TextReport): HTMLButtonElement {
  const { text } = reading;
  if (parts.length > 0) {
    const cleaned = clean(text);
    return cleaned === undefined ? copyButton(() => text, "Copy") : copyButton(() => cleaned, "Copy URL");
  }
  if (whole !== undefined) return copyButton(() => whole.layers[0]!, "Copy decoded");
  const encoded = reading.name === "text" ? encodeForPurposes(text)[0]?.value : undefined;
  return encoded === undefined ? copyButton(() => text, "Copy") : copyButton(() => encoded, "Copy encoded");
}

function clean(text: string): string | undefined {
  try {
    return cleanUriReport(text).value;
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

function toJson({ reading, verdict, parts, parameters, findings }: TextReport): object {
  return {
    text: reading.text,
    reading: reading.name,
    verdict,
    parts: Object.fromEntries(parts.map(({ name, raw }) => [name, raw])),
    parameters: parameters.map(({ name, layers }) => ({ name, value: layers[0] })),
    findings: findings.map(({ severity, code, component, index, length, message }) => ({ severity, code, component, index, length, message })), // prettier-ignore
  };
}

/** Draws the way to the views that show one thing in depth. */
function drawDeeper(page: Page, { reading }: TextReport): HTMLElement {
  const { text } = reading;
  const views = [
    ["Bytes, one by one", "explain"],
    ["What other decoders see", "decoders"],
    ["All findings and checks", "inspect"],
    ["Compare with another", "compare"],
    ["Decode with options", "decode"],
  ] as const;
  return h(
    "p",
    "deeper",
    h("span", "soft", "Go deeper: "),
    ...views.map(([label, mode]) => button(label, () => page.go({ mode, text }))),
  );
}

function toUnicode(host: string, { parts }: TextReport): string {
  try {
    return describeHost(host, { scheme: parts.find(({ name }) => name === "scheme")?.raw ?? "https" }).unicode;
  } catch (error) {
    if (error instanceof PercentEncodingError) return host;
    throw error;
  }
}

function shown(text: string): Node {
  if (text === "") return h("span", "nothing", "empty");
  const element = drawIsolated(text.slice(0, SHOWN_UNITS));
  if (text.length > SHOWN_UNITS) append(element, ` … ${formatNumber(text.length - SHOWN_UNITS)} more`);
  return element;
}

import { PercentEncodingError } from "percodec";
import {
  expandTemplate,
  type ExpandTemplateOptions,
  matchTemplate,
  type MatchTemplateOptions,
  type TemplateValue,
  type Expression,
  parseTemplate,
} from "percodec/template";
import {
  type Members,
  readMembers,
  readTemplateText,
  splitMembers,
  toValue,
  type ValueLine,
  withMembers,
  findValueFault,
  describeVariables,
  type TemplateVariable,
  writeMembers,
} from "../app/template-text.ts";
import type { Span } from "../../shared/text.ts";
import { type PageState, readAllowed, readLibraryOptions, readOption } from "../app/state.ts";
import { card, button, fill, formatCount, h, headingBar } from "../components/dom.ts";
import { toMarks } from "../components/highlights.ts";
import { drawCode, drawIsolated } from "../components/invisible-characters.ts";
import { createView, type Page } from "../components/page.ts";
import { drawSpan, fault, result, showButton, table, tableCard } from "../components/results.ts";
import { focusField, textArea } from "../components/view-field.ts";
import { orRefusal, unlessRefused } from "../../shared/unless-refused.ts";

/** The most lines that a field shows without scrolling. */
const MAX_FIELD_ROWS = 6;
const MAX_STRAY_LINES = 20;

type MatchedValue = string | readonly string[] | Readonly<Record<string, string>> | undefined;
type Match = Readonly<Record<string, MatchedValue>>;

const SHOWN_UNITS = 512;

export const view = createView((host, page, state) => {
  if (state.text === "") return fill(host, h("p.notes", "Write a template in the first field to match the URI."));
  drawTemplate(host, page, state);
});

interface ParsedTemplate {
  readonly template: string;
  readonly expressions: readonly Expression[];
  readonly variables: readonly TemplateVariable[];
}

type Values = Record<string, TemplateValue>;

function toValues(variables: readonly TemplateVariable[], members: Members): Values {
  return Object.fromEntries(variables.map(({ name, isExploded }) => [name, toValue(members.get(name), isExploded)]));
}

/** Draws the result of a template, and a field for the value of each variable; editing a field changes the text. */
function drawTemplate(host: HTMLElement, page: Page, given: PageState): void {
  let state = given;
  let read = readTemplateText(state.text);
  let members = readMembers(read.lines);
  const { template } = read;
  const parts = orRefusal(() => parseTemplate(template));
  if (parts instanceof PercentEncodingError)
    return fill(host, fault(page, parts, h("span", explainSyntax(template, parts.index))));
  const expressions = parts.filter((part) => typeof part !== "string");
  const variables = describeVariables(expressions);
  const parsed: ParsedTemplate = { template, expressions, variables };
  const names = new Set(variables.map(({ name }) => name));
  const head = h("div.tail");
  const tail = h("div.tail");
  /** The functions that update the rows that are drawn, by the names of their variables. */
  const updates = new Map<string, (members: readonly string[]) => void>();
  fill(host, head, drawVariables(), tail);
  update();

  function drawVariables(): HTMLElement {
    const rows = variables.map((variable) => () => drawRow(variable));
    return card(
      formatCount(variables.length, "variable"),
      variables.length > 0 && table(["Variable", "Where it goes", "Value", ""], rows, "variables"),
      h("p.notes", variables.length === 0 ? NO_VARIABLE : SEVERAL_LINES),
    );
  }

  /** Draws the field of one value, what it means, and a button to leave it out or make it empty. */
  function drawRow({ name, uses }: TemplateVariable): readonly Node[] {
    const label = `Value of ${name}`;
    const values = members.get(name) ?? [];
    const edit = (written: string): void => {
      const text = withMembers(state.text, name, splitMembers(written));
      state = { ...state, text };
      page.setText(text, label);
      read = readTemplateText(text);
      members = readMembers(read.lines);
      update();
    };
    const note = h("span.soft");
    const field = textArea(values.join("\n"), label, edit, Math.min(MAX_FIELD_ROWS, Math.max(1, values.length)));
    const toggle = button("", () => {
      page.replaceText(withMembers(state.text, name, members.has(name) ? [] : [""]));
      requestAnimationFrame(() => focusField(label));
    });
    const updateRow = (now: readonly string[]): void => {
      toggle.textContent = now.length > 0 ? "Leave out" : "Make it empty";
      toggle.setAttribute("aria-label", `${toggle.textContent}: ${label}`);
      const alone = now[0] === "" ? "an empty text" : "";
      note.textContent =
        now.length === 0
          ? "not defined, so it is left out"
          : now.length > 1
            ? formatCount(now.length, "member")
            : alone;
    };
    updates.set(name, updateRow);
    updateRow(values);
    const places = uses.map((use) => h("span.use", use));
    return [drawCode(name), h("span", ...places), h("div.filled", field, note), toggle];
  }

  /** Updates the result, the rows and the highlights from the text. The template stays as it is. */
  function update(): void {
    const stray = read.lines.filter(({ name, value }) => value === undefined || !names.has(name));
    page.mark(toMarks(stray, "warning"));
    for (const [name, updateRow] of updates) updateRow(members.get(name) ?? []);
    // The result comes last: it sets the button that Ctrl+Enter presses.
    const match = state.other !== "" && drawMatch(page, state, parsed);
    fill(
      head,
      drawExpansion(page, state, parsed, read.lines, members),
      stray.length > 0 && drawStray(page, state.text, stray),
    );
    fill(tail, match);
    const titles = Array.from(host.querySelectorAll(".tail > .card:first-child h2"), (title) => title.textContent);
    page.announce(titles.join(". "));
  }
}

const NO_VARIABLE = "A variable is a name in braces, as in /users/{id}.";
const SEVERAL_LINES =
  "Several lines are a list, one member a line. In a variable with *, lines that are all name=value are the pairs of an associative array.";

function drawExpansion(
  page: Page,
  state: PageState,
  { template, expressions, variables }: ParsedTemplate,
  lines: readonly ValueLine[],
  members: Members,
): HTMLElement {
  const tooMany = variables.find(({ name, hasPrefix }) => hasPrefix && (members.get(name) ?? []).length > 1);
  if (tooMany !== undefined) {
    const { name } = tooMany;
    const { index, length } = lines.filter((line) => line.name === name && line.value !== undefined)[1]!;
    const message = `The variable "${name}" has a prefix, so its value is one line`;
    return fault(page, { code: "invalid-template", index, length, message });
  }
  const options = { unsafe: readOption(state, "unsafe"), allow: readAllowed(state) } as ExpandTemplateOptions;
  const value = orRefusal(() => expandTemplate(template, toValues(variables, members), options));
  if (value instanceof PercentEncodingError) {
    const { code, message } = value;
    return fault(page, { code, message, ...findValueFault(value, expressions, lines) }, ...remedies(page, value));
  }
  return result(page, {
    title: "Expanded",
    value,
    actions: [
      button("Inspect", () => page.go({ mode: "inspect", text: value, options: {} })),
      button("Match this URI", () => page.go({ mode: "template", other: value })),
    ],
  });
}

function remedies(page: Page, { code, operation }: PercentEncodingError): readonly Node[] {
  if (code !== "unsafe-segment") return [];
  return operation.startsWith("put ")
    ? [button("encode slashes in values", () => page.setOption("allow", ""))]
    : [
        h("span", "RFC 6570 itself would expand this."),
        button("allow unsafe values", () => page.setOption("unsafe", "allow")),
      ];
}

/** Explains the grammar at the place of a fault. */
function explainSyntax(template: string, index: number): string {
  if (template[index] === "}") return "A } without its {. In a literal, write it as %7D.";
  if (template[index] === "{" && !template.includes("}", index))
    return "This { has no }. In a literal, write it as %7B.";
  return "An expression is {, an operator such as ? or none, names separated by commas, and }. After a name, * explodes and :3 takes three characters.";
}

function drawStray(page: Page, text: string, stray: readonly Span[]): HTMLElement {
  const rows = stray
    .slice(0, MAX_STRAY_LINES)
    .map((line) => [drawSpan(text, line, 128), showButton(page, line.index, line.length)]);
  return tableCard(
    `${formatCount(stray.length, "line")} without a variable of the template`,
    ["Line", ""],
    rows,
    h("p.notes", "These lines are kept and not used. A value is a line name=value."),
  );
}

/** Draws the values that expand the template to the second text, or the reason that there are none. */
function drawMatch(page: Page, state: PageState, parsed: ParsedTemplate): HTMLElement {
  const { template } = parsed;
  const { other } = state;
  const options: MatchTemplateOptions = { ...readLibraryOptions(state), allow: readAllowed(state) };
  const match: Match | PercentEncodingError | undefined = orRefusal(() => matchTemplate(template, other, options));
  if (match instanceof PercentEncodingError) {
    const { code, message, index, length } = match;
    const isTemplate = code === "invalid-template";
    return fault(
      page,
      { code, message, index, length, field: isTemplate ? "text" : "other" },
      ...(isTemplate ? [h("span", "The template can be expanded, but a URI could have several values.")] : []),
      ...(code === "unsafe-segment" ? unsafeRemedies(page, other, template, options) : []),
    );
  }
  if (match !== undefined) return drawValues(page, parsed, match);
  return h(
    "article.card.fault",
    h("h2", "The URI does not match"),
    h("p.notes", ...explainMismatch(page, other, template, options)),
  );
}

function drawValues(page: Page, parsed: ParsedTemplate, match: Match): HTMLElement {
  const values = Object.entries(match);
  const lines = values.flatMap(([name, value]) => writeMembers(name, listMembers(value)));
  const written = [parsed.template, ...lines].join("\n");
  return card(
    headingBar(
      `The URI matches: ${formatCount(values.length, "value")}`,
      values.length > 0 &&
        isWritten(written, parsed, match) &&
        button("Use these values", () => page.replaceText(written)),
    ),
    values.length > 0 &&
      table(
        ["Variable", "Value"],
        values.map(([name, value]) => () => [drawCode(name), drawValue(value)]),
      ),
  );
}

function isList(value: MatchedValue): value is readonly string[] {
  return Array.isArray(value);
}

/** Returns the members of a value; those of pairs are written as `toValue` reads them. */
function listMembers(value: MatchedValue = []): readonly string[] {
  if (typeof value === "string") return [value];
  if (isList(value)) return value;
  return Object.entries(value).map(([name, text]) => `${name}=${text}`);
}

function drawValue(value: MatchedValue): HTMLElement {
  if (value === "" || value === undefined) return h("span.nothing", "an empty text");
  const texts = listMembers(value);
  const shown = texts.map((text) => h("code.segment", drawIsolated(text.slice(0, SHOWN_UNITS))));
  return h("span", typeof value !== "string" && `${formatCount(texts.length, "member")}: `, ...shown);
}

/** Whether the lines of values expand to the same URI as the values: a line end in a value cannot be written. */
function isWritten(text: string, { template, variables }: ParsedTemplate, match: Match): boolean {
  const expand = (values: Values): string => expandTemplate(template, values, { unsafe: "allow" });
  return expand(toValues(variables, readMembers(readTemplateText(text).lines))) === expand({ ...match });
}

function explainMismatch(page: Page, other: string, template: string, options: MatchTemplateOptions): readonly Node[] {
  const [first] = parseTemplate(template);
  if (typeof first === "string" && !other.startsWith(first)) {
    let end = 0;
    while (end < first.length && first[end] === other[end]) end++;
    page.mark([{ index: end, length: Math.max(1, other.length - end), kind: "differs" }], "other");
    return [
      h("span", "It does not begin as the template does: ", drawCode(first.slice(0, SHOWN_UNITS))),
      h("span", `The first difference is at ${String(end)}.`),
    ];
  }
  if (matches(template, other, { ...options, trailingQuery: "ignore" })) {
    return [
      h("span", "It has parameters that the template does not name."),
      button("ignore more parameters", () => page.setOption("trailingQuery", "ignore")),
    ];
  }
  return [
    h(
      "span",
      "No values expand the template to it. Variables of the path come in the order of the template, and a reserved character in a value is encoded.",
    ),
  ];
}

function matches(template: string, uri: string, options: MatchTemplateOptions): boolean {
  return unlessRefused(() => matchTemplate(template, uri, options)) !== undefined;
}

function unsafeRemedies(page: Page, uri: string, template: string, options: MatchTemplateOptions): readonly Node[] {
  const allow = [...(options.allow ?? []), "slash"] as const;
  const isDecodable = matches(template, uri, { ...options, allow });
  return [
    ...(isDecodable ? [button("decode %2F in values", () => page.setOption("allow", allow.join(",")))] : []),
    button("allow unsafe values", () => page.setOption("unsafe", "allow")),
  ];
}

import { PercentEncodingError } from "percodec";
import {
  expandTemplate,
  matchTemplate,
  type MatchTemplateOptions,
  type TemplateValue,
  parseTemplate,
} from "percodec/template";
import { readMembers, readTemplateText, toValue, writeMembers, describeVariables } from "../app/template-text.ts";
import { type PageState, readAllowed, readLibraryOptions } from "../app/state.ts";
import { card, button, formatCount, h, headingBar } from "../components/dom.ts";
import { drawCode, drawIsolated } from "../components/invisible-characters.ts";
import type { Page } from "../components/page.ts";
import { fault, table } from "../components/results.ts";
import { orRefusal, unlessRefused } from "../../shared/unless-refused.ts";

type MatchedValue = string | readonly string[] | Readonly<Record<string, string>> | undefined;
type Match = Readonly<Record<string, MatchedValue>>;

const SHOWN_UNITS = 512;

/** Draws the values that expand the template to the second text, or the reason that there are none. */
export function drawMatch(page: Page, state: PageState, template: string): HTMLElement {
  const options: MatchTemplateOptions = { ...readLibraryOptions(state), allow: readAllowed(state) };
  const match: Match | PercentEncodingError | undefined = orRefusal(() =>
    matchTemplate(template, state.other, options),
  );
  if (match instanceof PercentEncodingError) {
    const { code, message, index, length } = match;
    const isTemplate = code === "invalid-template";
    return fault(
      page,
      { code, message, index, length, field: isTemplate ? "text" : "other" },
      ...(isTemplate ? [h("span", "The template can be expanded, but a URI could have several values.")] : []),
      ...(code === "unsafe-segment" ? unsafeRemedies(page, state.other, template, options) : []),
    );
  }
  return match === undefined ? drawMismatch(page, state, template, options) : drawValues(page, template, match);
}

function drawValues(page: Page, template: string, match: Match): HTMLElement {
  const values = Object.entries(match);
  const lines = values.flatMap(([name, value]) => writeMembers(name, listMembers(value)));
  const written = [template, ...lines].join("\n");
  return card(
    headingBar(
      `The URI matches: ${formatCount(values.length, "value")}`,
      values.length > 0 &&
        isWritten(written, template, match) &&
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
function isWritten(text: string, template: string, match: Match): boolean {
  const members = readMembers(readTemplateText(text).lines);
  const expressions = parseTemplate(template).filter((part) => typeof part !== "string");
  const read = describeVariables(expressions).map(({ name, isExploded }): [string, TemplateValue] => [
    name,
    toValue(members.get(name), isExploded),
  ]);
  const expand = (values: Record<string, TemplateValue>): string =>
    expandTemplate(template, values, { unsafe: "allow" });
  return expand(Object.fromEntries(read)) === expand({ ...match });
}

function drawMismatch(page: Page, state: PageState, template: string, options: MatchTemplateOptions): HTMLElement {
  return h(
    "article.card.fault",
    h("h2", "The URI does not match"),
    h("p.notes", ...explainMismatch(page, state, template, options)),
  );
}

function explainMismatch(
  page: Page,
  { other }: PageState,
  template: string,
  options: MatchTemplateOptions,
): readonly Node[] {
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

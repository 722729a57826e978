import { PercentEncodingError } from "percodec";
import {
  expandTemplate,
  type ExpandTemplateOptions,
  type TemplateValue,
  type Expression,
  parseTemplate,
} from "percodec/template";
import {
  type Members,
  readMembers,
  readTemplateText,
  splitMembers,
  type TemplateText,
  toValue,
  type ValueLine,
  withMembers,
  findValueFault,
  describeVariables,
  type TemplateVariable,
} from "../app/template-text.ts";
import type { Span } from "../app/difference.ts";
import { type PageState, readAllowed, readOption } from "../app/state.ts";
import { card, button, fill, formatCount, h } from "../components/dom.ts";
import { toMarks } from "../components/highlights.ts";
import { drawCode } from "../components/invisible-characters.ts";
import type { Draw, Page } from "../components/page.ts";
import { drawSpan, fault, result, showButton, table, tableCard } from "../components/results.ts";
import { focusField, textArea } from "../components/view-field.ts";
import { orRefusal } from "../../shared/unless-refused.ts";
import { drawMatch } from "./template-match.ts";

/** The most lines that a field shows without scrolling. */
const MAX_FIELD_ROWS = 6;
const MAX_STRAY_LINES = 20;

export function view(host: HTMLElement, page: Page): Draw {
  return (state) => {
    if (state.text === "") return fill(host, h("p.notes", "Write a template in the first field to match the URI."));
    drawTemplate(host, page, state);
  };
}

/** Draws the result of a template, and a field for the value of each variable; editing a field changes the text. */
function drawTemplate(host: HTMLElement, page: Page, given: PageState): void {
  let state = given;
  let read = readTemplateText(state.text);
  let members = readMembers(read.lines);
  const { template } = read;
  const parsed = orRefusal(() => parseTemplate(template));
  if (parsed instanceof PercentEncodingError)
    return fill(host, fault(page, parsed, h("span", explainSyntax(template, parsed.index))));
  const expressions = parsed.filter((part) => typeof part !== "string");
  const variables = describeVariables(expressions);
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
    const match = state.other !== "" && drawMatch(page, state, template);
    fill(
      head,
      drawExpansion(page, state, read, members, expressions, variables),
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
  { template, lines }: TemplateText,
  members: Members,
  expressions: readonly Expression[],
  variables: readonly TemplateVariable[],
): HTMLElement {
  const tooMany = variables.find(({ name, hasPrefix }) => hasPrefix && (members.get(name) ?? []).length > 1);
  if (tooMany !== undefined) {
    const { name } = tooMany;
    const [, { index, length }] = lines.filter((line) => line.name === name && line.value !== undefined) as [
      ValueLine,
      ValueLine,
    ];
    const message = `The variable "${name}" has a prefix, so its value is one line`;
    return fault(page, { code: "invalid-template", index, length, message });
  }
  const values: Record<string, TemplateValue> = Object.fromEntries(
    variables.map(({ name, isExploded }) => [name, toValue(members.get(name), isExploded)]),
  );
  const options = { unsafe: readOption(state, "unsafe"), allow: readAllowed(state) } as ExpandTemplateOptions;
  const value = orRefusal(() => expandTemplate(template, values, options));
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

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
import { type PageState, readAllowed, readOption } from "../app/state.ts";
import { article, button, fill, formatCount, h } from "../components/dom.ts";
import type { Highlight } from "../components/highlights.ts";
import { drawCode } from "../components/invisible-characters.ts";
import type { Draw, Page } from "../components/page.ts";
import { fault, result, showButton, table } from "../components/results.ts";
import { examples } from "../components/view-examples.ts";
import { focusField, textArea } from "../components/view-field.ts";
import { drawMatch } from "./template-match.ts";

/** The most lines that a field shows without scrolling. */
const MAX_FIELD_ROWS = 6;
const MAX_STRAY_LINES = 20;

export function view(host: HTMLElement, page: Page): Draw {
  return (state) => {
    if (state.text === "" && state.other === "") return fill(host, examples(page, "template"));
    if (state.text === "") {
      page.setCopy(undefined);
      return fill(host, h("p", "notes", "Write a template in the first field to match the URI."));
    }
    new TemplateView(host, page, state).draw();
  };
}

/** The result of a template, and a field for the value of each variable; editing a field changes the text. */
class TemplateView {
  readonly #host: HTMLElement;
  readonly #page: Page;
  readonly #state: PageState;
  #text: string;
  #read: TemplateText;
  #members: Members;
  readonly #head = h("div", "tail");
  readonly #tail = h("div", "tail");
  /** The rows that are drawn, by the names of their variables. */
  readonly #rows = new Map<string, ValueRow>();

  constructor(host: HTMLElement, page: Page, state: PageState) {
    this.#host = host;
    this.#page = page;
    this.#state = state;
    this.#text = state.text;
    this.#read = readTemplateText(state.text);
    this.#members = readMembers(this.#read.lines);
  }

  draw(): void {
    const { template } = this.#read;
    let expressions: readonly Expression[];
    try {
      expressions = parseTemplate(template).filter((part) => typeof part !== "string");
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      return fill(this.#host, fault(this.#page, error, h("span", {}, explainSyntax(template, error.index))));
    }
    const parsed = { expressions, variables: describeVariables(expressions) };
    fill(this.#host, this.#head, this.#drawVariables(parsed), this.#tail);
    this.#update(parsed);
  }

  #drawVariables(parsed: ParsedTemplate): HTMLElement {
    const { variables } = parsed;
    const rows = variables.map((variable) => () => this.#drawRow(variable, parsed));
    return article(
      "card",
      formatCount(variables.length, "variable"),
      variables.length > 0 && table(["Variable", "Where it goes", "Value", ""], rows, "variables"),
      h(
        "p",
        "notes",
        variables.length === 0
          ? "A variable is a name in braces, as in /users/{id}."
          : "Several lines are a list, one member a line. In a variable with *, lines that are all name=value are the pairs of an associative array.",
      ),
    );
  }

  #drawRow({ name, uses }: TemplateVariable, parsed: ParsedTemplate): readonly Node[] {
    const label = `Value of ${name}`;
    const row = new ValueRow(
      label,
      this.#members.get(name) ?? [],
      (members) => {
        this.#text = withMembers(this.#text, name, members);
        this.#page.setText(this.#text, label);
        this.#read = readTemplateText(this.#text);
        this.#members = readMembers(this.#read.lines);
        this.#update(parsed);
      },
      (members) => {
        this.#page.replaceText(withMembers(this.#text, name, members));
        requestAnimationFrame(() => focusField(label));
      },
    );
    this.#rows.set(name, row);
    return [drawCode(name), h("span", {}, ...uses.map((use) => h("span", "use", use))), row.element, row.toggle];
  }

  /** Updates the result, the rows and the highlights from the text. The template stays as it is. */
  #update(parsed: ParsedTemplate): void {
    const names = new Set(parsed.variables.map(({ name }) => name));
    const stray = this.#read.lines.filter(({ name, value }) => value === undefined || !names.has(name));
    this.#page.mark(stray.map(({ index, length }): Highlight => ({ index, length, kind: "warning" })));
    for (const [name, row] of this.#rows) row.update(this.#members.get(name) ?? []);
    const state = { ...this.#state, text: this.#text };
    // The result comes last: it sets the button that Ctrl+Enter presses.
    const match = state.other !== "" && drawMatch(this.#page, state, this.#read.template);
    fill(
      this.#head,
      drawExpansion(this.#page, state, this.#read, this.#members, parsed),
      stray.length > 0 && drawStray(this.#page, this.#text, stray),
    );
    fill(this.#tail, match);
    const titles = Array.from(
      this.#host.querySelectorAll(".tail > .card:first-child h2"),
      (title) => title.textContent,
    );
    this.#page.announce(titles.join(". "));
  }
}

interface ParsedTemplate {
  readonly expressions: readonly Expression[];
  readonly variables: readonly TemplateVariable[];
}

/** The field of one value, what it means, and a button to leave it out or make it empty. */
class ValueRow {
  readonly element: HTMLElement;
  readonly toggle: HTMLButtonElement;
  readonly #note = h("span", "soft");
  #isDefined = false;

  constructor(
    label: string,
    members: readonly string[],
    edit: (members: readonly string[]) => void,
    replace: (members: readonly string[]) => void,
  ) {
    const rows = Math.min(MAX_FIELD_ROWS, Math.max(1, members.length));
    const field = textArea(members.join("\n"), label, (text) => edit(splitMembers(text)), rows);
    this.element = h("div", "filled", field, this.#note);
    this.toggle = button("", () => replace(this.#isDefined ? [] : [""]));
    this.toggle.dataset["of"] = label;
    this.update(members);
  }

  update(members: readonly string[]): void {
    this.#isDefined = members.length > 0;
    this.toggle.textContent = this.#isDefined ? "Leave out" : "Make it empty";
    this.toggle.setAttribute("aria-label", `${this.toggle.textContent}: ${this.toggle.dataset["of"] ?? ""}`);
    this.#note.textContent = !this.#isDefined
      ? "not defined, so it is left out"
      : members.length > 1
        ? formatCount(members.length, "member")
        : members[0] === ""
          ? "an empty text"
          : "";
  }
}

function drawExpansion(
  page: Page,
  state: PageState,
  { template, lines }: TemplateText,
  members: Members,
  { expressions, variables }: ParsedTemplate,
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
  try {
    const value = expandTemplate(template, values, options);
    return result(page, {
      title: "Expanded",
      value,
      actions: [
        button("Inspect", () => page.go({ mode: "inspect", text: value, options: {} })),
        button("Match this URI", () => page.go({ mode: "template", other: value })),
      ],
    });
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    const place = findValueFault(error, expressions, lines);
    return fault(page, { code: error.code, message: error.message, ...place }, ...remedies(page, error));
  }
}

function remedies(page: Page, { code, operation }: PercentEncodingError): readonly Node[] {
  if (code !== "unsafe-segment") return [];
  return operation.startsWith("put ")
    ? [button("encode slashes in values", () => page.setOption("allow", ""))]
    : [
        h("span", {}, "RFC 6570 itself would expand this."),
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

function drawStray(
  page: Page,
  text: string,
  stray: readonly { readonly index: number; readonly length: number }[],
): HTMLElement {
  return article(
    "card",
    `${formatCount(stray.length, "line")} without a variable of the template`,
    table(
      ["Line", ""],
      stray
        .slice(0, MAX_STRAY_LINES)
        .map(({ index, length }) => [
          drawCode(text.slice(index, index + Math.min(length, 128))),
          showButton(page, index, length),
        ]),
    ),
    h("p", "notes", "These lines are kept and not used. A value is a line name=value."),
  );
}

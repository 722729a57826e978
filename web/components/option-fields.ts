import { fill, h } from "./dom.ts";
import { findMode, findOption } from "../app/modes.ts";
import { isValue, type OptionName } from "../app/options.ts";
import { type PageState, readOption } from "../app/state.ts";

/** Draws a field for each option of a mode. */
export function drawOptions(
  form: HTMLFormElement,
  state: PageState,
  change: (name: OptionName, value: string) => void,
): void {
  const { options } = findMode(state.mode);
  form.hidden = options.length === 0;
  fill(form, ...options.map((name) => optionField(state, name, change)));
  updateOptions(form, state);
}

/** Updates the existing fields from a state. */
export function updateOptions(form: HTMLFormElement, state: PageState): void {
  for (const name of findMode(state.mode).options) {
    const field = form.elements.namedItem(name);
    const value = readOption(state, name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "true";
    else if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.value !== value) {
      field.value = value;
    }
    const option = field instanceof HTMLElement ? field.closest<HTMLElement>(".option") : null;
    if (option === null) continue;
    const only = findMode(state.mode).only?.[name];
    option.classList.toggle("set", name in state.options);
    option.hidden = only !== undefined && readOption(state, only[0]) !== only[1];
  }
}

function optionField(
  state: PageState,
  name: OptionName,
  change: (name: OptionName, value: string) => void,
): HTMLElement {
  const row = findOption(state.mode, name);
  const value = readOption(state, name);
  const id = `option-${name}`;
  const attributes = { id, name, title: row.summary };
  const label = h("label", { attributes: { for: id, title: row.summary } }, LABELS[name] ?? name);
  if (row.kind === "switch") {
    const box = h("input", {
      attributes: { ...attributes, type: "checkbox", checked: value === "true" },
      on: { change: () => change(name, box.checked ? "true" : "") },
    });
    return h("div", "option switch", box, label);
  }
  if (row.kind === "text") {
    const box = h("input", {
      attributes: { ...attributes, type: "text", value, maxlength: 128, spellcheck: "false", autocomplete: "off" },
      on: {
        input: () => {
          const valid = isValue(row, box.value);
          box.setAttribute("aria-invalid", String(!valid));
          if (valid) change(name, box.value);
        },
      },
    });
    return h("div", "option", label, box);
  }
  const list = h(
    "select",
    { attributes, on: { change: () => change(name, list.value) } },
    ...groupChoices(row.choices ?? []).map(([group, choices]) => {
      const items = choices.map((choice) => h("option", { attributes: { value: choice } }, choice));
      return group === "" ? toFragment(items) : h("optgroup", { attributes: { label: group } }, ...items);
    }),
  );
  list.value = value;
  return h("div", "option", label, list);
}

/** Labels that differ from the name of the option. */
const LABELS: { readonly [name in OptionName]?: string } = { lines: "line by line" };

/** Groups 50 or more choices by their first word, which is the source of a set. */
function groupChoices(choices: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  if (choices.length < 50) return [["", choices]];
  const grouped = new Map<string, string[]>();
  for (const choice of choices) {
    const [first] = choice.split("-", 1) as [string];
    const group = choices.some((other) => other !== choice && other.startsWith(`${first}-`)) ? first : "";
    const list = grouped.get(group);
    if (list === undefined) grouped.set(group, [choice]);
    else list.push(choice);
  }
  return [...grouped];
}

function toFragment(nodes: readonly Node[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...nodes);
  return fragment;
}

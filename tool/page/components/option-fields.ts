import { fill, h } from "./dom.ts";
import {
  defaultChoice,
  findOption,
  findOptions,
  isValue,
  toLabel,
  type OptionName,
  wordChoice,
} from "../app/options.ts";
import { SET_GROUPS } from "../app/set-groups.ts";
import { type PageState, readOption } from "../app/state.ts";

/** Options that decide what a view shows. They are always visible; the others are folded. */
const MAIN_OPTIONS = new Set<OptionName>(["set", "diff", "level", "profile", "rules", "severity"]);

/** Options that their view draws itself. */
const VIEW_OPTIONS = new Set<OptionName>(["as", "find"]);

/** Makes the next view show all of its options. */
export function unfoldOptions(): void {
  isOpen = true;
}

type Change = (name: OptionName, value: string) => void;

/** Whether the other options are shown, which is kept from one view to the next. */
let isOpen = false;

/** Draws the options of a mode: the main ones, the changed ones as chips, and the others in a disclosure. */
export function drawOptions(form: HTMLFormElement, state: PageState, change: Change): void {
  const options = findOptions(state.mode).filter((name) => !VIEW_OPTIONS.has(name));
  form.hidden = options.length === 0;
  const main = options.filter((name) => MAIN_OPTIONS.has(name));
  const others = options.filter((name) => !MAIN_OPTIONS.has(name));
  const chips = h("ul.chips", {
    "aria-label": "Changed options",
    click: ({ target }) => {
      const chip = target instanceof Element ? target.closest<HTMLElement>("[data-option]") : null;
      if (chip === null) return;
      const name = chip.dataset["option"] as OptionName;
      change(name, defaultChoice(findOption(state.mode, name)));
      form.querySelector("summary")?.focus();
    },
  });
  const fold = h(
    "details.more-options",
    { open: isOpen },
    h("summary", "Options"),
    h("div.option-grid", ...others.map((name) => optionField(state, name, change))),
  );
  fold.addEventListener("toggle", () => (isOpen = fold.open));
  fill(
    form,
    main.length > 0 && h("div.option-grid", ...main.map((name) => optionField(state, name, change))),
    others.length > 0 && h("div.option-bar", fold, chips),
  );
  updateOptions(form, state);
}

/** Updates the fields and the chips from a state. */
export function updateOptions(form: HTMLFormElement, state: PageState): void {
  for (const name of findOptions(state.mode)) {
    const field = form.querySelector<HTMLInputElement>(`#option-${name}`);
    const option = field?.closest(".option");
    if (!field || !option) continue;
    const value = readOption(state, name);
    if (field.type === "checkbox") field.checked = value === "true";
    else if (field.value !== value) field.value = value;
    // The list shows a purpose in words, and the help the name of its set.
    const { summary } = findOption(state.mode, name);
    if (name === "set" || name === "diff")
      fill(option.querySelector(".help")!, value === "none" ? summary : `${value}: ${summary}`);
    option.classList.toggle("set", name in state.options);
  }
  const chips = form.querySelector(".chips");
  if (chips === null) return;
  const changed = findOptions(state.mode).filter((name) => name in state.options && !MAIN_OPTIONS.has(name));
  fill(chips, ...changed.map((name) => drawChip(name, readOption(state, name))));
}

/** Draws a changed option, which a click sets back. */
function drawChip(name: OptionName, value: string): HTMLElement {
  const words = `${toLabel(name)}${value === "true" ? "" : `: ${wordChoice(name, value)}`}`;
  const features = { type: "button", "data-option": name, "aria-label": `Set back: ${words}` };
  return h("li", h("button.chip", features, words, " ✕"));
}

/** Draws the field of an option; `updateOptions` sets its value. */
function optionField(state: PageState, name: OptionName, change: Change): HTMLElement {
  const row = findOption(state.mode, name);
  const id = `option-${name}`;
  const attributes = { id, name, "aria-describedby": `${id}-help` };
  const label = h("label", { for: id }, toLabel(name), " ", h("code", name));
  const help = h("p.help", { id: `${id}-help` }, row.summary);
  if (row.kind === "switch") {
    const act = (): void => change(name, box.checked ? "true" : "");
    const box = h("input", { ...attributes, type: "checkbox", change: act });
    return h("div.option", h("div.switch", box, label), help);
  }
  if (row.kind === "text") {
    const box = h("input", {
      ...attributes,
      type: "text",
      maxlength: 128,
      spellcheck: "false",
      autocomplete: "off",
      input: () => {
        const valid = isValue(row, box.value);
        box.setAttribute("aria-invalid", String(!valid));
        if (valid) change(name, box.value);
      },
    });
    return h("div.option", label, box, help);
  }
  const list = h(
    "select",
    { ...attributes, change: () => change(name, list.value) },
    ...drawChoices(name, row.choices ?? []),
  );
  return h("div.option", label, list, help);
}

/** Draws the choices of a list; named sets are grouped by who uses them. */
function drawChoices(name: OptionName, choices: readonly string[]): readonly Node[] {
  const draw = (value: string, words: string): HTMLElement => h("option", { value }, words);
  if (name !== "set" && name !== "diff") return choices.map((choice) => draw(choice, wordChoice(name, choice)));
  return [
    ...(name === "diff" ? [draw("none", "none")] : []),
    ...SET_GROUPS.map(({ label, sets }) => h("optgroup", { label }, ...sets.map((set) => draw(set.name, set.words)))),
  ];
}

type Child = Node | string | number | false | null | undefined;

interface Features {
  readonly class?: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly on?: { readonly [type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[type]) => void };
}

/** Creates an element. A string child becomes a text node, never HTML. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  features: Features | string = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  const { class: classes, attributes = {}, on = {} } = typeof features === "string" ? { class: features } : features;
  if (classes) element.className = classes;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(attribute, value === true ? "" : String(value));
  }
  for (const [type, listener] of Object.entries(on)) element.addEventListener(type, listener as EventListener);
  append(element, ...children);
  return element;
}

export function append(parent: Node, ...children: readonly Child[]): void {
  for (const child of children) {
    if (child === false || child === null || child === undefined) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Replaces all children of an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  const fragment = document.createDocumentFragment();
  append(fragment, ...children);
  element.replaceChildren(fragment);
}

/** Returns an element of index.html. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no #${id}`);
  return element;
}

export function button(label: string, act: () => void, classes = "button"): HTMLButtonElement {
  return h("button", { class: classes, attributes: { type: "button" }, on: { click: act } }, label);
}

/** Creates a link to a page of another site. */
export function linkTo(href: string, label = href): HTMLAnchorElement {
  return h("a", { attributes: { href, rel: "noreferrer noopener", target: "_blank" } }, label);
}

/** Creates an article with a heading: a string becomes it, and an element is it. */
export function article(
  features: Features | string,
  heading: string | Node,
  ...children: readonly Child[]
): HTMLElement {
  return h("article", features, typeof heading === "string" ? h("h2", {}, heading) : heading, ...children);
}

/** Creates a row of a heading and its actions. */
export function headingBar(title: string, ...actions: readonly Child[]): HTMLElement {
  return h("div", "bar", h("h2", {}, title), h("span", "actions", ...actions));
}

export function drawActions(...actions: readonly Child[]): HTMLElement {
  return h("p", "actions", ...actions);
}

export function drawNote(...notes: readonly Child[]): HTMLElement {
  return h("p", "notes", ...notes);
}

/** Formats a number with separators: `1,234`. */
export function formatNumber(number: number): string {
  return number.toLocaleString("en");
}

/** Formats a count: `1 byte`, `2 bytes`. */
export function formatCount(number: number, thing: string): string {
  return `${formatNumber(number)} ${thing}${number === 1 ? "" : "s"}`;
}

/** Formats a size: `1.5 kB`. */
export function formatSize(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return unit === 0 ? formatCount(bytes, "byte") : `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

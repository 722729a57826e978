type Child = Node | string | number | false | null | undefined;

/** Attributes by their names, and listeners by the types of their events. */
interface Features {
  readonly [name: string]: string | number | boolean | undefined | ((event: Event) => void);
}

/** Creates an element from its name and its classes, such as `p.soft`. A string child becomes a text node, never HTML. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  selector: Name | `${Name}.${string}`,
  features?: Features | Child,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const [name, ...classes] = selector.split(".");
  const element = document.createElement(name as Name);
  if (classes.length > 0) element.className = classes.join(" ");
  if (typeof features !== "object" || features === null || features instanceof Node) append(element, features);
  else
    for (const [key, value] of Object.entries(features)) {
      if (typeof value === "function") element.addEventListener(key, value);
      else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : String(value));
    }
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

export function button(label: string, act: () => void, features: Features = {}): HTMLButtonElement {
  return h("button.button", { type: "button", click: act, ...features }, label);
}

/** Creates a link to a page of another site. */
export function linkTo(href: string, label = href): HTMLAnchorElement {
  return h("a", { href, rel: "noreferrer noopener", target: "_blank" }, label);
}

/** Creates a card with a heading: a string becomes it, and an element is it. */
export function card(heading: string | Node, ...children: readonly Child[]): HTMLElement {
  return h("article.card", typeof heading === "string" ? h("h2", heading) : heading, ...children);
}

/** Creates a row of a heading and its actions: a string becomes the heading, and an element is it. */
export function headingBar(title: string | Node, ...actions: readonly Child[]): HTMLElement {
  return h("div.bar", typeof title === "string" ? h("h2", title) : title, h("span.actions", ...actions));
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

import { requireChoice, requireText } from "../base/arguments.ts";
import { checkBase } from "./base-uri.ts";
import { findFault } from "./component-fault.ts";
import { uriError } from "./uri-error.ts";

/** The components for which `encoded` accepts text; `"uri"` is a whole URI, the base of others. */
export type EncodedComponent = "uri" | "userinfo" | "segment" | "path" | "query" | "fragment";

declare const byEncoded: unique symbol;

/** Text that is already encoded for one component; only `encoded` creates it. */
export interface EncodedPart {
  readonly [byEncoded]: true;
  readonly text: string;
  readonly component: EncodedComponent;
}

const encodedParts: WeakSet<object> = /* @__PURE__ */ new WeakSet();

/**
 * Marks a text as already encoded for a component, so that the `uri` tag inserts it unchanged.
 *
 * A text for `"uri"` is a base for the first hole: it has a scheme, a host or a path that begins with a slash, and neither query nor
 * fragment.
 *
 * @param text text that the component's grammar allows
 * @param component the component in which it may be used
 * @returns a frozen object, to be passed to the tag
 * @throws PercentEncodingError `invalid-uri` if the text breaks the grammar; for a base also `unsafe-segment` at a dot segment and
 *   `host-ambiguous`; with its index in UTF-16 units
 * @throws TypeError for wrong arguments
 * @example
 * import { encoded, uri } from "percodec/uri";
 * uri`/files/${encoded("a%2Fb", "segment")}` // → "/files/a%2Fb"
 * uri`${encoded("https://e.com/api/", "uri")}/users/${7}` // → "https://e.com/api/users/7"
 */
export function encoded(text: string, component: EncodedComponent): EncodedPart {
  requireText(text, "encoded");
  if ((component as unknown) === undefined)
    throw new TypeError("encoded needs the component that the text is encoded for");
  requireChoice(component, ["uri", "userinfo", "segment", "path", "query", "fragment"], "component");
  const operation = `accept this as an encoded ${component}`;
  if (component === "uri") checkBase(text, operation);
  else {
    const fault = findFault(text, component);
    if (fault >= 0) throw uriError(operation, "invalid-uri", text, fault, text.length - fault);
  }
  const part = Object.freeze({ text, component }) as EncodedPart;
  encodedParts.add(part);
  return part;
}

/** Whether a value was created by `encoded`. */
export function isEncoded(value: unknown): value is EncodedPart {
  return typeof value === "object" && encodedParts.has(value as object);
}

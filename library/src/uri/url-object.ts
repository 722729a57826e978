import { readTypeTag } from "../base/arguments.ts";

/** A `URL` object, of any realm or implementation. */
export interface UrlObject {
  readonly href: string;
  readonly protocol: string;
  readonly pathname: string;
}

/**
 * Returns the href of a URL object, or undefined for any other value.
 *
 * The getter is taken from the object's class, never from `Object.prototype`, so that no data and no added property counts as a URL.
 */
export function readHref(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || readTypeTag(value) !== "URL") return undefined;
  let holder: unknown = Object.getPrototypeOf(value);
  // The prototype of a plain object, such as `Object.prototype` of any realm, has no prototype.
  for (let next: unknown; holder !== null && (next = Object.getPrototypeOf(holder)) !== null; holder = next) {
    const property = Object.getOwnPropertyDescriptor(holder, "href");
    if (property?.get !== undefined) return String(property.get.call(value));
  }
  return undefined;
}

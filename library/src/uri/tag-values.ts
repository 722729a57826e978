import type { EncodableText } from "../base/branded-text.ts";
import type { EncodedPart } from "./encoded-part.ts";
import type { UrlObject } from "./url-object.ts";

/** A value that is not yet encoded. */
export type UriText = EncodableText | number | bigint | boolean;

/** The value of a parameter: `undefined` omits it; `null` throws a TypeError unless the option `nulls` says otherwise. */
export type OptionalUriText = UriText | null | undefined;

/** An object with one value or several for each parameter; its type may be an interface. */
export type UriFields<T> = { readonly [Name in keyof T]: OptionalUriText | readonly OptionalUriText[] };

/** Parameters of a query as pairs: an array, a Map, URLSearchParams or FormPairs. */
export type UriParams = Iterable<readonly [name: string, value: OptionalUriText]>;

/** What a hole of any type accepts. */
type SimpleValue = OptionalUriText | EncodedPart | UrlObject | readonly (OptionalUriText | EncodedPart)[] | UriParams;

/**
 * The value of a hole, a `${…}` of the template, that has the type `T`: text to encode, or an encoded part. In a path it may be
 * an array of segments, in a query a list of texts or parameters, and at the start a URL object.
 */
export type UriValue<T = SimpleValue> = T extends SimpleValue
  ? T
  : T extends (...given: never) => unknown
    ? never
    : T extends object
      ? UriFields<T>
      : never;

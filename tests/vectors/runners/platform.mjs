// The functions of ECMAScript and of the URL Standard that every engine has, as an adapter for run.mjs.
const unless = (options, call) => (options === undefined ? call() : undefined);
const ENCODERS = { "ecmascript-encode-uri": encodeURI, "ecmascript-encode-uri-component": encodeURIComponent };

export const operations = {
  decode: ({ input, options }) => unless(options, () => decodeURIComponent(input)),
  encode: ({ input, set, options }) => unless(options, () => ENCODERS[set]?.(input)),
  escape: ({ input }) => escape(input),
  unescape: ({ input }) => unescape(input),
  // The constructor drops a `?` at the start. An empty pair before it has no effect.
  parseForm: ({ input, options }) => unless(options, () => [...new URLSearchParams(`&${input}`)]),
  serializeForm: ({ input, options }) => unless(options, () => new URLSearchParams(input).toString()),
};

export const deviations = [
  // Node cuts the units of characters to eight bits.
  "form-parse: T16: raw characters beside a bad escape, strict",
  "form-parse: T16: raw characters beside bad UTF-8, strict",
  "form-parse: UTF-8: an escape before a raw character, strict",
  // The platform has no limits.
  "form-parse: limit: name by default",
  "form-parse: limit: name by default counts raw units",
  "threats: T4: a name too long by default",
  "threats: T4: the 1,001st pair by default",
];

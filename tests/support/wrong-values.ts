/** An object of a class, whose properties are its own. */
export class Instance {
  readonly malformed = "keep";
}

/** Values of every kind, most of which are wrong wherever they stand. */
export const WRONG: readonly unknown[] = [
  undefined,
  null,
  7,
  -1.5,
  Number.NaN,
  10n,
  true,
  Symbol("x"),
  "text",
  ["a"],
  {},
  new Instance(),
  new Map(),
  new Date(0),
  /a/,
  () => {},
  new Uint8Array(1),
  new Uint16Array(1),
  new ArrayBuffer(1),
  new URL("http://e.com/"),
  new String("a"),
  Promise.resolve(),
];

/** A user-defined class; the option is an own property of its instances. */
export class Instance {
  readonly malformed = "keep";
}

/** Values of every type; most are wrong for any parameter. */
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
  new Uint8ClampedArray(1),
  new ArrayBuffer(1),
  new URL("http://e.com/"),
  new String("a"),
  Promise.resolve(),
];

/** With more keys than these an index is worth its making, and an engine makes a dictionary of an object anyway. */
export const SOME_KEYS = 12;

/** Names that were keys before, by a few of their units: an engine takes 40 ns longer for a key that it does not know yet. */
const KNOWN: string[] = [];
export const MOST_KNOWN = 0x400;
const LONGEST_KNOWN = 32;

/** Gives the same name, and the one that was a key before if it is there. */
export function knownName(name: string): string {
  const { length } = name;
  if (length === 0 || length > LONGEST_KNOWN) return name;
  const ends = name.charCodeAt(0) * 7 + name.charCodeAt(length - 1);
  const slot =
    (ends + length * 31 + name.charCodeAt(length >> 1) * 11 + name.charCodeAt((length * 3) >> 2) * 101) % MOST_KNOWN;
  const known = KNOWN[slot];
  if (known === name) return known;
  KNOWN[slot] = name;
  return name;
}

/** Makes objects that inherit from a frozen empty object; its name is what `console.log` shows. */
function FormObject(): void {}
const PROTOTYPE: object = Object.freeze(Object.create(null));
FormObject.prototype = PROTOTYPE;

/** An object that inherits nothing. One made without a prototype is a dictionary to engines, which only many keys fill faster. */
export function emptyObject(size: number): Record<string, string | string[]> {
  if (size <= SOME_KEYS) return new (FormObject as unknown as new () => Record<string, string>)();
  return Object.setPrototypeOf(Object.create(null), PROTOTYPE) as Record<string, string>;
}

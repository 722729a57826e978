/** With more keys than this an index pays off, and an engine turns the object into a hash table anyway. */
export const MAX_UNINDEXED_KEYS = 12;

/** The constructor of objects that inherit from a frozen empty object; `console.log` shows its name. */
function FormObject(): void {}
const PROTOTYPE = Object.freeze(Object.create(null) as object);
FormObject.prototype = PROTOTYPE;

/** Returns an object without inherited properties. Engines store `Object.create(null)` as a hash table, faster only with many keys. */
export function emptyObject(size: number): Record<string, string | string[]> {
  if (size <= MAX_UNINDEXED_KEYS) return new (FormObject as unknown as new () => Record<string, string>)();
  return Object.setPrototypeOf(Object.create(null), PROTOTYPE) as Record<string, string>;
}

/** With more keys than these an index is worth its making, and an engine makes a dictionary of an object anyway. */
export const INDEX_MIN_KEYS = 12;

/** Makes objects that inherit from a frozen empty object; its name is what `console.log` shows. */
function FormObject(): void {}
const PROTOTYPE = Object.freeze(Object.create(null) as object);
FormObject.prototype = PROTOTYPE;

/** An object that inherits nothing. One made without a prototype is a dictionary to engines, which only many keys fill faster. */
export function emptyObject(size: number): Record<string, string | string[]> {
  if (size <= INDEX_MIN_KEYS) return new (FormObject as unknown as new () => Record<string, string>)();
  return Object.setPrototypeOf(Object.create(null), PROTOTYPE) as Record<string, string>;
}

/**
 * Whether an object has a property itself, and does not inherit it.
 *
 * `Object.hasOwn` is newer than ES2020, which is all that the single files need of an engine.
 */
export function hasOwn(object: object, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, name);
}

/**
 * Whether an object has a property of this name that is not inherited.
 *
 * `Object.hasOwn` is newer than ES2020, and the single-file builds require only ES2020.
 */
export function hasOwn(object: object, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, name);
}

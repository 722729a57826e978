/** Does what `Object.hasOwn` does. The single-file builds require only ES2020, which lacks it. */
export function hasOwn(object: object, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, name);
}

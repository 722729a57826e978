/** A number in upper-case hex, with zeros before it up to so many digits. */
export function hexOf(value: number, digits = 1): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}

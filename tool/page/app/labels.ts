/** `overlong-utf8` becomes `overlong UTF-8`. */
export function toLabel(code: string): string {
  return code.replace("utf8", "UTF-8").replace(/-(?!8)/g, " ");
}

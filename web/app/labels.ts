/** `overlong-utf8` as people say it. */
export function toLabel(code: string): string {
  return code.replace("utf8", "UTF-8").replace(/-(?!8)/g, " ");
}

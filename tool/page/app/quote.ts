/** Quotes a text for a POSIX shell (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02). */
export function quotePosix(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}

/** Quotes a text for PowerShell, which reads typographic quotation marks as quotes too. */
export function quotePowerShell(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, "$&$&")}'`;
}

/** Quotes a text for JavaScript and for Python: a literal of JSON is one of both, except for two line separators in old engines. */
export function quoteJson(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);
}

/** Puts a call around itself, as often as a text is decoded. */
export function repeatCall(times: number, call: string, text: string, rest: string): string {
  return `${call}(${times <= 1 ? text : repeatCall(times - 1, call, text, rest)}${rest})`;
}

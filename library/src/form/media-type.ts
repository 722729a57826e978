/** The media type of forms (https://url.spec.whatwg.org/#application/x-www-form-urlencoded). */
const FORM_TYPE = /^[\t ]*application\/x-www-form-urlencoded[\t ]*(?:;|$)/i;

/**
 * A semicolon and one optional parameter: `name=token` or `name="quoted"`, without space around the equals sign
 * (https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6). A quoted value has at most 1,000,000 characters, more than the headers that servers accept:
 * the stack of a regular expression has an entry for each.
 */
const PARAMETER =
  /;[\t ]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff]){0,1000000}")[\t ]*)?/y;

/** A parameter of a media type, and the position of its value in the header. */
export interface Parameter {
  readonly name: string;
  /** The value, without the quotes and backslashes of a quoted string. */
  readonly value: string;
  readonly index: number;
  readonly length: number;
}

/** Whether a content type is that of forms; parameters are ignored. */
export function isFormType(contentType: string): boolean {
  return FORM_TYPE.test(contentType);
}

/**
 * Reads the parameters of a content type.
 *
 * @returns the parameters, or the index of the first text that is not a parameter
 */
export function readParameters(contentType: string): readonly Parameter[] | number {
  const parameters: Parameter[] = [];
  const first = contentType.indexOf(";");
  for (let at = first < 0 ? contentType.length : first; at < contentType.length;) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(contentType);
    if (match === null) return at;
    at = PARAMETER.lastIndex;
    const [, name, written] = match;
    if (name === undefined || written === undefined) continue;
    const value = written.startsWith('"') ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
    const index = match.index + match[0].lastIndexOf(written);
    parameters.push({ name: name.toLowerCase(), value, index, length: written.length });
  }
  return parameters;
}

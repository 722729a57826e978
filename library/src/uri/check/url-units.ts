import { createFaultPattern, listPlanes } from "./units.ts";

/** Matches what is not a URL unit (https://url.spec.whatwg.org/#url-units). */
export const NOT_URL_UNITS: RegExp = /* @__PURE__ */ createUrlPattern();

/** The same for the path of a special URL, in which each backslash is a match of its own. */
export const NOT_SPECIAL_PATH_UNITS: RegExp = /* @__PURE__ */ createUrlPattern("\\\\");

/** https://url.spec.whatwg.org/#url-code-points */
function createUrlPattern(alone?: string): RegExp {
  const codePoints = `\\w.~!$&'()*+,;=:@/?\\-\\xa0-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\ufffd${listPlanes(1, 16)}`;
  return createFaultPattern(codePoints, alone);
}

/** Whether a text consists of URL units. */
export function areUrlUnits(text: string): boolean {
  return text.search(NOT_URL_UNITS) < 0;
}

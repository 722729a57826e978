import { createFaultPattern, listPlanes } from "./units.ts";

/** https://url.spec.whatwg.org/#url-code-points, as a part of a character class. */
const URL_CODE_POINTS = /* @__PURE__ */ `\\w.~!$&'()*+,;=:@/?\\-\\xa0-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\ufffd${listPlanes(1, 16)}`;

/** Matches what is not a URL unit (https://url.spec.whatwg.org/#url-units). */
export const NOT_URL_UNITS: RegExp = /* @__PURE__ */ createFaultPattern(URL_CODE_POINTS);

/** Whether a text consists of URL units. */
export function areUrlUnits(text: string): boolean {
  return text.search(NOT_URL_UNITS) < 0;
}

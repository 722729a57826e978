import { createFaultPattern, listPlanes } from "./units.ts";

/** Matches what is not a URL unit (https://url.spec.whatwg.org/#url-units). */
export const NOT_URL_UNITS: RegExp = /* @__PURE__ */ createUrlPattern();

/** https://url.spec.whatwg.org/#url-code-points */
function createUrlPattern(): RegExp {
  return createFaultPattern(`\\w.~!$&'()*+,;=:@/?\\-\\xa0-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\ufffd${listPlanes(1, 16)}`);
}

/** Whether a text consists of URL units. */
export function areUrlUnits(text: string): boolean {
  return text.search(NOT_URL_UNITS) < 0;
}

import { domainToUnicode, toAscii } from "./idna.ts";
import { memoize } from "../base/memoize.ts";
import { findLabelFault } from "./misleading-label.ts";

/** Converts the A-labels of a host to Unicode, except those that mislead and those that ToASCII would not restore. */
export function hostToUnicode(host: string): string {
  const labels = host.split(".");
  const top = labels.length > 1 ? domainToUnicode(labels[labels.length - 1]!) : "";
  return labels.map(memoize((label) => labelToUnicode(label, top))).join(".");
}

function labelToUnicode(label: string, top: string): string {
  if (!/^xn--/i.test(label)) return label;
  const unicode = domainToUnicode(label);
  const isClear = findLabelFault(unicode, top) === undefined;
  return isClear && toAscii(unicode, false) === label.toLowerCase() ? unicode : label;
}

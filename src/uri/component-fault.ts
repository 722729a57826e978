/** The components whose characters are checked one by one. */
export type CheckedComponent = "userinfo" | "regName" | "segment" | "path" | "query" | "fragment";

/**
 * What the grammar of a component does not allow: all but these characters, and a `%` that does not start an escape
 * (https://www.rfc-editor.org/rfc/rfc3986#appendix-A). The sets of percodec/sets keep the same characters.
 */
const FAULTS: Readonly<Record<CheckedComponent, RegExp>> = {
  userinfo: /[^\w!$&'()*+,;=:.~%-]|%(?![\dA-Fa-f]{2})/,
  regName: /[^\w!$&'()*+,;=.~%-]|%(?![\dA-Fa-f]{2})/,
  segment: /[^\w!$&'()*+,;=:@.~%-]|%(?![\dA-Fa-f]{2})/,
  path: /[^\w!$&'()*+,;=:@/.~%-]|%(?![\dA-Fa-f]{2})/,
  query: /[^\w!$&'()*+,;=:@/?.~%-]|%(?![\dA-Fa-f]{2})/,
  fragment: /[^\w!$&'()*+,;=:@/?.~%-]|%(?![\dA-Fa-f]{2})/,
};

/** Returns the index of the first character that the grammar of a component does not allow, or -1. */
export function findFault(text: string, component: CheckedComponent): number {
  return text.search(FAULTS[component]);
}

/** Whether a host is an IP literal as far as its characters show; its address is not parsed. */
export function isBracketed(host: string): boolean {
  return /^\[[0-9A-Fa-f:.]*\]$/.test(host);
}

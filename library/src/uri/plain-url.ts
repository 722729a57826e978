// A host of up to four labels, each of at most 61 letters and digits with at most one hyphen between them. The last label begins with a
// letter, so the host is not an IPv4 address; a single hyphen excludes A-labels.
const LABEL = "[a-z0-9]{1,30}(?:-[a-z0-9]{1,30})?";
const HOST = `(?:${LABEL}\\.){0,3}(?=[a-z])${LABEL}`;

/** The start of a web address, in lower case, or of an absolute path in which every parser finds the same authority. */
export const PLAIN_START: string = `^(?:https?://${HOST}(?::[1-9][0-9]{0,3})?(?=[/?#]|$)|/(?!/))`;

/** Such a text, in any case, that a browser changes only as normalization does: an apostrophe and illegal characters are excluded. */
const PLAIN_URL = /* @__PURE__ */ new RegExp(`${PLAIN_START}[\\w!$&()*+,;=:@/?.~#%-]*$`, "i");

/** Whether normalization and a browser that normalization follows write a text in the same way. False for some such texts too. */
export function isPlainUrl(text: string): boolean {
  return PLAIN_URL.test(text);
}

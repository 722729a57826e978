// Runs the built library on the same URIs. A refusal contains the code and the index of the error.
import { readFileSync } from "node:fs";
import { cleanUri, displayUri, normalizeUri, splitUri } from "../../../library/dist/uri/index.js";
import { URIS } from "./uris.mjs";

export const version = JSON.parse(
  readFileSync(new URL("../../../library/package.json", import.meta.url), "utf8"),
).version;

/** Returns the host of a string, by splitUri. */
export const findHost = (text) => {
  const { authority } = splitUri(text);
  // splitAuthority refuses what RFC 3986 does not allow; others return it.
  return authority === undefined ? "" : /^(?:.*@)?(\[[^\]]*\]|[^:]*)/.exec(authority)?.[1];
};

const CALLS = {
  splitUri: findHost,
  cleanUri: (text) => cleanUri(text),
  "cleanUri, advanced": (text) => cleanUri(text, { level: "advanced" }),
  normalizeUri: (text) => normalizeUri(text),
  displayUri: (text) => displayUri(text),
};

const attempt = (call, text) => {
  try {
    return { text: call(text) };
  } catch (error) {
    if (error.name !== "PercentEncodingError") throw error;
    return { refused: `${error.code} at ${error.index}` };
  }
};

/** The functions with their answers: hosts for the first, forms for the others. */
export const functions = Object.entries(CALLS).map(([name, call]) => ({
  name,
  answers: URIS.map(({ text }) => ({ [name === "splitUri" ? "host" : "form"]: attempt(call, text) })),
}));

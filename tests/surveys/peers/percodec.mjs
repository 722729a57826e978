// The built library, asked the same; a refusal says its code and its place.
import { readFileSync } from "node:fs";
import { cleanUri, displayUri, normalizeUri, splitAuthority, splitUri } from "../../../dist/uri/index.js";
import { URIS } from "./uris.mjs";

export const version = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")).version;

/** The host that a text names, by splitUri. */
export const hostOf = (text) => {
  const { authority } = splitUri(text);
  return authority === undefined ? "" : splitAuthority(authority).host;
};

const CALLS = {
  splitUri: hostOf,
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

/** Its functions with their answers: hosts of the first, forms of the others. */
export const functions = Object.entries(CALLS).map(([name, call]) => ({
  name,
  answers: URIS.map(({ text }) => ({ [name === "splitUri" ? "host" : "form"]: attempt(call, text) })),
}));

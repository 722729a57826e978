// The oracle: whatwg-url implements the URL Standard; its dependencies tr46 and punycode implement UTS #46 and RFC 3492.
import { createRequire } from "node:module";
import { setup } from "./install.mjs";

setup();
const require = createRequire(import.meta.url);
const requireBeside = createRequire(require.resolve("whatwg-url"));

export const {
  isValidURLString,
  parseURL,
  parseURLWithValidationErrors,
  percentDecodeString,
  serializeHost,
  serializeURL,
  URL,
  URLSearchParams,
} = require("whatwg-url");
export const tr46 = requireBeside("tr46");
export const mappingTable = requireBeside("tr46/lib/mappingTable.json");
export const punycode = createRequire(requireBeside.resolve("tr46"))("punycode/");

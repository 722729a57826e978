// The oracle: the URL Standard by whatwg-url, and UTS #46 and Punycode as whatwg-url uses them (tr46 and punycode).
import { createRequire } from "node:module";
import { setup } from "./install.mjs";

setup();
const require = createRequire(import.meta.url);
const requireBeside = createRequire(require.resolve("whatwg-url"));

export const {
  parseURL,
  percentDecodeString,
  serializeHost,
  serializeURL,
  URL,
  URLSearchParams,
} = require("whatwg-url");
export const tr46 = requireBeside("tr46");
export const mappingTable = requireBeside("tr46/lib/mappingTable.json");
export const punycode = createRequire(requireBeside.resolve("tr46"))("punycode/");

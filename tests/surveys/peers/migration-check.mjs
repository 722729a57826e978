// Checks the calls of the other libraries in docs/migration.md: node tests/surveys/peers/migration-check.mjs
import { encodeUrl } from "encodeurl";
import fastQuerystring from "fast-querystring";
import fastUri from "fast-uri";
import normalizeUrl from "normalize-url";
import qs from "qs";
import queryString from "query-string";
import strictUriEncode from "strict-uri-encode";
import uriJs from "uri-js";
import { parseTemplate } from "url-template";
import whatwgUrl from "whatwg-url";
import { chef } from "./cyberchef.mjs";
import { findDifference, listCalls } from "./migration.mjs";

const scope = {
  chef,
  encodeUrl,
  fastQuerystring,
  fastUri,
  normalizeUrl,
  parseTemplate,
  qs,
  queryString,
  strictUriEncode,
  uriJs,
  whatwgUrl,
};
const rows = listCalls("theirs");
let faults = 0;
for (const row of rows) {
  const got = await findDifference(row, scope);
  if (got === undefined) continue;
  faults++;
  console.log(`FAULT  ${row.heading}: ${row.call} returns ${got}, docs/migration.md says ${row.result}`);
}
console.log(`docs/migration.md: ${rows.length} calls of other libraries, ${faults} differ`);
process.exitCode = rows.length > 40 && faults === 0 ? 0 : 1;

// Checks the official examples of RFC 6570: npm run check -- template-examples
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PercentEncodingError } from "../../library/dist/index.js";
import { expandTemplate } from "../../library/dist/template/index.js";
import { conclude } from "./check.mjs";

/** The examples of the official suite, https://github.com/uri-templates/uritemplate-test, as the package contains them. */
const EXAMPLES = 250;
const FILES = ["spec-examples", "spec-examples-by-section", "extended-tests", "negative-tests"];

const faults = [];

function readExamples() {
  const folder = fileURLToPath(new URL("../node_modules/uri-template-router/test/uritemplate-test/", import.meta.url));
  return FILES.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(`${folder}${file}.json`, "utf8"))).flatMap(
      ([group, { variables, testcases }]) =>
        testcases.map(([template, wanted]) => ({ group, template, variables, wanted: [wanted].flat() })),
    ),
  );
}

/** Expands a template; returns `false` if it is refused, as the suite writes it, and the error. */
function expand({ template, variables }, options) {
  try {
    return { value: expandTemplate(template, variables, options) };
  } catch (error) {
    if (error instanceof PercentEncodingError || error instanceof TypeError) return { value: false, error };
    throw error;
  }
}

const examples = readExamples();
let passed = 0;
const refused = [];
for (const example of examples) {
  const { group, template, wanted } = example;
  const { value } = expand(example, { unsafe: "allow" });
  if (wanted.includes(value)) passed++;
  else faults.push(`${group}: ${template} is ${value} instead of ${wanted.join(" or ")}`);
  const safe = expand(example);
  if (safe.value !== value) refused.push(`${template} of ${group}: ${safe.error?.message ?? safe.value}`);
}
if (examples.length !== EXAMPLES) faults.push(`${examples.length} official examples instead of ${EXAMPLES}`);
console.log(`      ${refused.length} official examples are refused by default`);
for (const line of refused) console.log(`      ${line}`);

conclude(
  "template-examples",
  `${passed} of ${EXAMPLES} official examples with unsafe: "allow", ${refused.length} refused by default`,
  faults,
);

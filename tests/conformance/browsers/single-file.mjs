// Runs the conformance suite over the single files in a page of Chromium, where the global object is a window.
import { installOnce } from "../../support/install.mjs";
import { SUITE, singleFile } from "../single-file.mjs";
import { allRows, expectedFailures, judge } from "../vectors.mjs";

installOnce("tests");
const { openChromium } = await import("./chromium.mjs");

const rows = allRows();
const chromium = await openChromium();
try {
  for (const script of [singleFile("all"), singleFile("charset"), SUITE])
    await chromium.run(`(0, eval)(${ascii(script)})`);
  const failures = new Map(JSON.parse(await chromium.run(`checkRows(${ascii(JSON.stringify(rows))})`)));
  const faults = judge(rows, failures, expectedFailures("without TextDecoder"));
  for (const fault of faults) console.error(fault);
  console.log(`Chromium ${chromium.version}: ${rows.length} vectors, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await chromium.close();
}

/** Writes a string as a string literal in ASCII: the protocol between driver and browser is UTF-8. */
function ascii(text) {
  return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

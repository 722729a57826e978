// Runs the conformance suite over the single files in a page of Chromium, where the global object is a window.
import { conclude } from "../../checks/check.mjs";
import { SUITE, singleFile } from "../single-file.mjs";
import { allRows, expectedFailures, judge } from "../vectors.mjs";
import { asciiJson, openChromium } from "./chromium.mjs";

const rows = allRows();
const chromium = await openChromium();
try {
  for (const script of [singleFile("all"), singleFile("charset"), SUITE])
    await chromium.run(`(0, eval)(${asciiJson(script)})`);
  const failures = new Map(JSON.parse(await chromium.run(`checkRows(${asciiJson(JSON.stringify(rows))})`)));
  const faults = judge(rows, failures, expectedFailures("without TextDecoder"));
  conclude("single-file", `Chromium ${chromium.version}: ${rows.length} vectors`, faults);
} finally {
  await chromium.close();
}

// Opens pages in Chromium whose content security policy forbids WebAssembly. A page that only uses the codec works, and the browser sends no
// report of a violation. As a control, a page that enables the kernel works too, and the browser sends one.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { serveHttp } from "../../support/loopback.mjs";
import { bundleCode } from "../../support/sources.mjs";
import { launchChromium, TIMEOUT } from "./installed.mjs";

const dist = fileURLToPath(new URL("../../../library/dist", import.meta.url));

const POLICY = "default-src 'none'; script-src 'self'; report-uri /report";

/** Long and many texts, for which Node would compile the kernel. */
const WORK = `
  import { percentDecode, percentEncode } from "${dist}/index.js";
  import { parseForm, serializeForm } from "${dist}/form/index.js";
  const text = "п %".repeat(20_000);
  const encoded = percentEncode(text);
  let right = encoded === encodeURIComponent(text) && percentDecode(encoded) === text;
  for (let k = 0; k < 10_000; k++) right &&= percentDecode(percentEncode("a b" + k)) === "a b" + k;
  right &&= parseForm(serializeForm([["a", text]])).get("a") === text;
`;
/** The scripts: each sets a global with its result. */
const SCRIPTS = {
  codec: `${WORK} globalThis.result = { right };`,
  enabled: `import { enableWasm, wasmStatus } from "${dist}/wasm.js"; const enabled = enableWasm(); ${WORK}
    globalThis.result = { right, enabled, status: wasmStatus() };`,
};

const scripts = Object.fromEntries(
  await Promise.all(
    Object.entries(SCRIPTS).map(async ([name, code]) => [
      `/${name}.js`,
      await bundleCode(code, "iife", { platform: "browser" }),
    ]),
  ),
);
const reports = [];
const { address, close } = await serveHttp((request, response) => {
  const script = scripts[String(request.url)];
  if (request.url === "/report") {
    reports.push(request.headers.referer);
    response.writeHead(204).end();
  } else if (script === undefined) {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY });
    response.end(`<!doctype html><title>policy</title><script src="${request.url}.js"></script>`);
  } else {
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(script);
  }
});
const browser = await launchChromium();
try {
  const [codec, enabled] = [await open("codec"), await open("enabled")];
  assert.deepEqual(codec, { result: { right: true }, reports: 0 });
  assert.deepEqual(enabled, { result: { right: true, enabled: false, status: "refused" }, reports: 1 });
  console.log(`Chromium ${browser.version()}: the codec sends no report, enableWasm sends one and returns false`);
} finally {
  await browser.close();
  close();
}

/** Opens a page, and returns its result and how many reports the browser sent. */
async function open(name) {
  reports.length = 0;
  const page = await browser.newPage();
  await page.goto(`${address}${name}`);
  await page.waitForFunction("globalThis.result !== undefined", undefined, { timeout: TIMEOUT });
  const result = await page.evaluate("globalThis.result");
  // The browser sends its reports before it loads the next page of the same origin.
  await page.goto(`${address}empty`);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await page.close();
  return { result, reports: reports.length };
}

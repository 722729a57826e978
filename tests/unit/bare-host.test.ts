import { readdirSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

interface Row {
  op: string;
  options?: { encoding?: string; charsetField?: string[] };
}

/** Bundles only the library and the suite as one script, which defines the global `check`. */
async function bundleSuite(): Promise<string> {
  const entry = `
    import * as codec from "./library/src/index.ts";
    import * as form from "./library/src/form/index.ts";
    import * as guard from "./library/src/guard/index.ts";
    import * as inspect from "./library/src/inspect/index.ts";
    import * as links from "./library/src/links/index.ts";
    import * as legacy from "./library/src/legacy.ts";
    import * as sets from "./library/src/sets/index.ts";
    import * as template from "./library/src/template/index.ts";
    import * as uri from "./library/src/uri/index.ts";
    import { wasmStatus, enableWasm } from "./library/src/wasm.ts";
    import { check } from "./tests/conformance/suite.mjs";
    globalThis.enableWasm = () => [enableWasm(), wasmStatus()];
    const library = { ...codec, ...form, ...guard, ...inspect, ...legacy, ...links, ...sets, ...template, ...uri };
    globalThis.check = (row) => check(row, library);
  `;
  const bundle = await rolldown({
    input: "entry",
    platform: "neutral",
    resolve: { conditionNames: ["source", "default"] },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? `${process.cwd()}/entry.mjs` : null),
        load: (id) => (id.endsWith("/entry.mjs") ? entry : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "iife" });
  return output[0].code;
}

/** The rows of the vectors that need no tables of encodings and no TextDecoder, without which `inspect` guesses fewer encodings. */
const rows = readdirSync("tests/vectors", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".json"))
  // text-options.json has conversions of files in place of rows: text-options.test.ts runs them.
  .flatMap((name) => (JSON.parse(readFileSync(`tests/vectors/${name}`, "utf8")) as { rows?: Row[] }).rows ?? [])
  .filter(({ options }) => options?.encoding === undefined && options?.charsetField === undefined)
  .filter((row) => row.op !== "inspect" || !JSON.stringify(row).includes("legacy-charset"));

/** Globals that throw when they are read. tests/conformance/single-file.test.mjs has more of them, and other encodings. */
const TRAPS = Object.defineProperties(
  {},
  Object.fromEntries(
    "TextEncoder TextDecoder Buffer URL process console atob fetch TransformStream Intl require self window"
      .split(" ")
      .concat("WebAssembly")
      .map((name) => [name, { get: () => { throw new Error(`${name} was touched`); } }]), // prettier-ignore
  ),
);

test("globals of the host do not change any result: some that throw, WebAssembly alone, with TextEncoder, and with Buffer", async () => {
  const suite = await bundleSuite();
  for (const [globals, status] of [
    // library/src/base/platform.ts reads them, and treats a global that throws as missing.
    [TRAPS, "false,refused"],
    [{}, "true,on"],
    [{ TextEncoder, TextDecoder }, "true,on"],
    [{ TextEncoder, TextDecoder, Buffer }, "true,on"],
  ] as const) {
    const context = createContext(globals);
    runInContext(suite, context);
    expect(runInContext("enableWasm().join()", context)).toBe(status);
    const found = rows.map((row) => runInContext(`check(${JSON.stringify(row)})`, context) as string | undefined);
    expect(found.filter((wrong) => wrong !== undefined)).toEqual([]);
  }
  expect(rows.length).toBeGreaterThan(1200);
});

import { readdirSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

interface Row {
  op: string;
  options?: { encoding?: string; charsetField?: string[] };
}

/** Without TextDecoder, `inspect` guesses fewer encodings. */
const needsDecoder = (row: Row) => row.op === "inspect" && JSON.stringify(row).includes("legacy-charset");
const needsTables = ({ options }: Row) => options?.encoding !== undefined || options?.charsetField !== undefined;

/** Bundles only the library and the suite as one script, which defines the global `check`. */
async function bundledSuite(withCharset: boolean): Promise<string> {
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
    ${withCharset ? 'import * as charset from "./library/src/charset/index.ts";' : "const charset = {};"}
    import { check } from "./tests/conformance/suite.mjs";
    globalThis.enableWasm = () => [enableWasm(), wasmStatus()];
    const library = { ...codec, ...form, ...guard, ...inspect, ...legacy, ...links, ...sets, ...template, ...uri, ...charset };
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

/** Runs rows of the vectors in a context and returns the differences. */
function wrongRows(context: object, rows: readonly Row[]): string[] {
  return rows
    .map((row) => runInContext(`check(${JSON.stringify(row)})`, context) as string | undefined)
    .filter((found) => found !== undefined);
}

const rows = readdirSync("tests/vectors", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".json"))
  // text-options.json has conversions of files in place of rows: text-options.test.ts runs them.
  .flatMap((name) => (JSON.parse(readFileSync(`tests/vectors/${name}`, "utf8")) as { rows?: Row[] }).rows ?? []);

test("the codec and forms need no globals of the host", async () => {
  // A new context has only the globals of the language; the globals of a host are added as getters that throw.
  const traps = "TextEncoder TextDecoder Buffer URL process console atob fetch TransformStream".split(" ");
  const context = createContext({});
  for (const name of [...traps, "WebAssembly", "Intl", "require", "self", "window"]) {
    runInContext(
      `Object.defineProperty(globalThis, ${JSON.stringify(name)}, { get() { throw new Error("${name} was touched"); } })`,
      context,
    );
  }
  expect(() => void runInContext("TextEncoder", context)).toThrow("TextEncoder was touched");

  runInContext(await bundledSuite(false), context);
  const chosen = rows.filter((row) => !needsTables(row) && !needsDecoder(row));
  expect(wrongRows(context, chosen)).toEqual([]);
  expect(chosen.length).toBeGreaterThan(1200);
  // library/src/base/platform.ts reads them, and treats a global that throws as missing.
  expect(runInContext("enableWasm().join()", context)).toBe("false,refused");
  expect(wrongRows(context, chosen)).toEqual([]);
});

test("globals of the host do not change any result: WebAssembly alone, with TextEncoder, and with Buffer", async () => {
  const suite = await bundledSuite(false);
  const chosen = rows.filter((row) => !needsTables(row) && !needsDecoder(row));
  for (const globals of [{}, { TextEncoder, TextDecoder }, { TextEncoder, TextDecoder, Buffer }]) {
    const context = createContext(globals);
    runInContext(suite, context);
    expect(runInContext("enableWasm().join()", context)).toBe("true,on");
    expect(wrongRows(context, chosen)).toEqual([]);
  }
});

test("other encodings need no globals of the host either, though the package of their tables looks for some", async () => {
  const context = createContext({});
  runInContext(await bundledSuite(true), context);
  const chosen = rows.filter(needsTables);
  expect(wrongRows(context, chosen)).toEqual([]);
  expect(chosen.length).toBeGreaterThan(50);
});

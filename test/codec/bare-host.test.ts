import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

interface Row {
  op: string;
}

/** The library, the suite and nothing else, as one script that leaves `check` behind. */
async function bundledSuite(): Promise<string> {
  const entry = `
    import * as codec from "./src/index.ts";
    import * as sets from "./src/sets/index.ts";
    import { check } from "./conformance/suite.mjs";
    globalThis.check = (row) => check(row, { codec, sets });
  `;
  const bundle = await rolldown({
    input: "entry",
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

test("the codec needs no global but the language's own", async () => {
  // A fresh context has the language and nothing of the host; what a host would add is put there as a trap.
  const traps = [
    "TextEncoder",
    "TextDecoder",
    "Buffer",
    "URL",
    "process",
    "console",
    "atob",
    "fetch",
    "TransformStream",
  ];
  const context = createContext({});
  for (const name of [...traps, "WebAssembly", "Intl", "require", "self", "window"]) {
    runInContext(
      `Object.defineProperty(globalThis, ${JSON.stringify(name)}, { get() { throw new Error("${name} was touched"); } })`,
      context,
    );
  }
  expect(() => runInContext("TextEncoder", context)).toThrow("TextEncoder was touched");

  runInContext(await bundledSuite(), context);
  const rows = ["bytes", "decode", "encode", "legacy-escape", "sets"].flatMap(
    (name) => (JSON.parse(readFileSync(`conformance/vectors/${name}.json`, "utf8")) as { rows: Row[] }).rows,
  );
  const wrong = rows
    .map((row) => runInContext(`check(${JSON.stringify(row)})`, context) as string | undefined)
    .filter((found) => found !== undefined);
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(400);
});

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { setNames } from "../../../src/sets/index.ts";
import { commandLine } from "../../support/command.ts";

const MODULES: Record<string, () => Promise<object>> = {
  percodec: () => import("../../../src/index.ts"),
  "percodec/sets": () => import("../../../src/sets/index.ts"),
  "percodec/charset": () => import("../../../src/charset/index.ts"),
  "percodec/form": () => import("../../../src/form/index.ts"),
  "percodec/uri": () => import("../../../src/uri/index.ts"),
  "percodec/links": () => import("../../../src/links/index.ts"),
  "percodec/template": () => import("../../../src/template/index.ts"),
  "percodec/guard": () => import("../../../src/guard/index.ts"),
  "percodec/legacy": () => import("../../../src/legacy.ts"),
  "percodec/inspect": () => import("../../../src/inspect/index.ts"),
  "percodec/stream": () => import("../../../src/stream.ts"),
  "percodec/wasm": () => import("../../../src/wasm.ts"),
  "percodec/express": () => import("../../../src/adapters/express.ts"),
  "percodec/fastify": () => import("../../../src/adapters/fastify.ts"),
};

type Check = (got: unknown, wanted: unknown) => void;
const AsyncFunction = (async () => {}).constructor as new (
  ...words: string[]
) => (load: (name: string) => Promise<object>, check: Check) => Promise<void>;

/** Runs an example: `EXPRESSION // → VALUE` becomes a check, and an import loads the module from src. */
async function run(code: string): Promise<number> {
  let checks = 0;
  const script = code
    .split("\n")
    .map((line) => {
      const [, names, from] = /^import (\{.+\}) from "(.+)";$/.exec(line) ?? [];
      if (names) return `const ${names} = await load("${from}");`;
      const [, expression, wanted] = /^(.+?);? \/\/ → (.+)$/.exec(line) ?? [];
      return expression ? `check(${expression}, ${wanted});` : line;
    })
    .join("\n");
  const load = (name: string) => MODULES[name]!();
  await new AsyncFunction("load", "check", script)(load, (got, wanted) => {
    checks++;
    expect(got).toEqual(wanted);
  });
  return checks;
}

describe("every example in a doc comment runs", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  for (const name of sources) {
    const text = readFileSync(`src/${name}`, "utf8");
    const examples = [...text.matchAll(/@example\n((?: *\* .*\n)+?) *\*\//g)].map(([, body]) =>
      body!.replaceAll(/^ *\* /gm, ""),
    );
    for (const [k, code] of examples.entries()) {
      test(`${name} ${k + 1}`, async () => expect(await run(code)).toBeGreaterThan(0));
    }
  }
});

test("every public function and class has an example", () => {
  const entries = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => /(?:^|\/)index\.ts$|^(?:legacy|stream|wasm)\.ts$/.test(name))
    .map((name) => `src/${name}`)
    .map((name) => readFileSync(name, "utf8"));
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const all = files.map((name) => readFileSync(`src/${name}`, "utf8")).join("\n");
  const documented = [...all.matchAll(/@example\n(?: *\* .*\n)+? *\*\/\nexport (?:async )?(?:function|class) (\w+)/g)];
  const withExample = new Set(documented.map(([, name]) => name));
  const exported = entries
    .flatMap((text) => [...text.matchAll(/export \{([^}]+)\}/g)].flatMap(([, names]) => names!.split(",")))
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
  const callable = exported.filter((name) => new RegExp(`export (function|class) ${name}\\b`).test(all));
  expect(callable.filter((name) => !withExample.has(name))).toEqual([]);
  expect(callable.length).toBeGreaterThan(40);
});

/** Runs each command of console blocks, compares the output, and returns the number of commands. */
async function runConsoles(blocks: readonly string[]): Promise<number> {
  let count = 0;
  for (const body of blocks) {
    for (const [, line, output] of body.matchAll(/^\$ (.+)\n((?:(?!\$ ).*\n)*)/gm)) {
      if (!line!.includes("percodec") || /^(npm|node)/.test(line!)) continue;
      const { stdout, stderr } = await commandLine(line!.replace("npx percodec", "percodec"));
      expect(stdout + stderr, line).toBe(output);
      count++;
    }
  }
  return count;
}

/** Returns the contents of the blocks of a page in a language. */
function readBlocks(page: string, language: string): string[] {
  const text = readFileSync(page, "utf8");
  return Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm")), ([, body]) => body!);
}

test("the commands of docs/records.md print what it says", async () => {
  expect(await runConsoles(readBlocks("docs/records.md", "console"))).toBeGreaterThan(5);
});

test("the code and the commands of docs/editing-uris.md give what it says", async () => {
  for (const body of readBlocks("docs/editing-uris.md", "js")) expect(await run(body)).toBeGreaterThan(0);
  expect(await runConsoles(readBlocks("docs/editing-uris.md", "console"))).toBeGreaterThan(4);
});

test("the code of docs/uris.md runs", async () => {
  const page = readFileSync("docs/uris.md", "utf8");
  const blocks = Array.from(page.matchAll(/^```js\n([^]*?)^```$/gm), ([, body]) => body!);
  expect(blocks.length).toBeGreaterThan(5);
  for (const body of blocks) expect(await run(body)).toBeGreaterThan(0);
});

test.each(["docs/links.md", "docs/templates.md"])("the code of %s runs", async (path) => {
  const page = readFileSync(path, "utf8");
  const blocks = Array.from(page.matchAll(/^```js\n([^]*?)^```$/gm), ([, body]) => body!);
  expect(blocks.length).toBeGreaterThan(1);
  for (const body of blocks) expect(await run(body)).toBeGreaterThan(0);
});

describe("the README", () => {
  const readme = readFileSync("README.md", "utf8");
  const blocks = [...readme.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
    ([, language, body]) => [language!, body!] as const,
  );
  const code = blocks.filter(([language]) => language === "js").map(([, body]) => body);
  const consoles = blocks.filter(([language]) => language === "console").map(([, body]) => body);

  test("its code runs", async () => {
    expect(code.length).toBeGreaterThan(0);
    for (const body of code) expect(await run(body)).toBeGreaterThan(0);
  });

  test("its commands print what it says", async () => expect(await runConsoles(consoles)).toBeGreaterThan(3));

  test("its links have targets", () => {
    for (const [, target] of readme.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)) readFileSync(target!);
    const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(" ", "-"));
    const anchors = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!);
    expect(anchors.length).toBeGreaterThan(0);
    expect(headings).toEqual(expect.arrayContaining(anchors));
  });

  /** Returns the text under a heading. */
  const section = (heading: string) => readme.split(`\n## ${heading}\n`)[1]!.split("\n## ")[0]!;

  test("its sizes are the checked limits", async () => {
    const manifest = `${process.cwd()}/.size-limit.mjs`;
    const { default: checks } = (await import(manifest)) as {
      default: { name: string; limit: string }[];
    };
    const limits = Object.fromEntries(checks.map(({ name, limit }) => [name, limit]));
    const rows = [...section("Sizes").matchAll(/^\| (.+?) +\| ([0-9.]+ kB) +\|$/gm)];
    expect(rows.length).toBeGreaterThan(10);
    for (const [, what, size] of rows) {
      // The codes of a row are the names and then the module, if it is not `percodec`.
      const codes = [...what!.matchAll(/`([^`]+)`/g)].map(([, one]) => one!);
      const module = codes.at(-1)!.startsWith("percodec") ? codes.pop()! : "percodec";
      const path =
        module === "percodec/stream" ? "stream" : `${module.slice("percodec/".length)}/index`.replace(/^\//, "");
      expect([what, limits[`browser: ${codes.join(", ") || "everything"} from ${path}`]]).toEqual([what, size]);
    }
  });

  test("its codes are those of docs/errors.md, and its sets those of the registry", () => {
    const named = [...section("What throws").matchAll(/`([a-z0-9]+-[a-z0-9-]+|undecodable|unencodable)`/g)];
    const rows = [...readFileSync("docs/errors.md", "utf8").matchAll(/^\| `([a-z0-9-]+)` +\|/gm)];
    const thrown = rows.map(([, row]) => row).filter((row) => row !== "percent-u-ascii");
    expect(named.map(([, name]) => name)).toEqual(thrown);
    expect(section("The sets")).toContain(`${setNames().length} are named`);
  });
});

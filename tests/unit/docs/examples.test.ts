import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { setNames } from "../../../library/src/sets/index.ts";
import { MODES } from "../../../tool/page/app/modes.ts";
import { commandLine, shell } from "../../support/command.ts";
import { listAnchors, listLinks, readBlocks } from "../../support/pages.ts";
import { MODULES as modules } from "../../support/public-functions.ts";

/** The modules by their names in imports. */
const MODULES: Record<string, object> = Object.fromEntries(
  Object.entries(modules).map(([name, module]) => [name === "codec" ? "percodec" : `percodec/${name}`, module]),
);

type Check = (got: unknown, wanted: unknown) => void;
const AsyncFunction = (async () => {}).constructor as new (
  ...words: string[]
) => (modules: object, check: Check) => Promise<void>;

/** Runs an example: `EXPRESSION // → VALUE` becomes a check, and an import loads the module from src. */
async function run(code: string): Promise<number> {
  let checks = 0;
  const script = code
    .split("\n")
    .map((line) => {
      const [, names, from] = /^import (\{.+\}) from "(.+)";$/.exec(line) ?? [];
      if (names) return `const ${names} = modules["${from}"];`;
      const [, expression, wanted] = /^(.+?);? \/\/ → (.+)$/.exec(line) ?? [];
      return expression ? `check(${expression}, ${wanted});` : line;
    })
    .join("\n");
  await new AsyncFunction("modules", "check", script)(MODULES, (got, wanted) => {
    checks++;
    expect(got).toEqual(wanted);
  });
  return checks;
}

const SOURCES = readdirSync("library/src", { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
);
for (const name of SOURCES) {
  const text = readFileSync(`library/src/${name}`, "utf8");
  const examples = [...text.matchAll(/@example\n((?: *\* .*\n)+?) *\*\//g)].map(([, body]) =>
    body!.replaceAll(/^ *\* /gm, ""),
  );
  for (const [k, code] of examples.entries()) {
    test(`every example in a doc comment runs: ${name} ${k + 1}`, async () =>
      expect(await run(code)).toBeGreaterThan(0));
  }
}

test("every public function and class has an example", () => {
  const { express: _, fastify: __, ...library } = modules;
  const callable = Object.values(library).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (typeof value === "function" ? [name] : [])),
  );
  const all = SOURCES.map((name) => readFileSync(`library/src/${name}`, "utf8")).join("\n");
  const documented = all.matchAll(/@example\n(?: *\* .*\n)+? *\*\/\nexport (?:async )?(?:function|class|const) (\w+)/g);
  const withExample = new Set(Array.from(documented, ([, name]) => name!));
  expect(callable.filter((name) => !withExample.has(name))).toEqual([]);
  expect(callable.length).toBeGreaterThan(40);
});

/** Runs each command of console blocks, compares the output, and returns the number of commands. */
async function runConsoles(blocks: readonly string[]): Promise<number> {
  let count = 0;
  for (const body of blocks) {
    for (const [, line, output] of body.matchAll(/^\$ (.+)\n((?:(?!\$ ).*\n)*)/gm)) {
      if (!line!.includes("percodec") || /^(npm|node)/.test(line!)) continue;
      // A loop needs the built command.
      const runLine = line!.startsWith("for ") ? shell : commandLine;
      const { stdout, stderr } = await runLine(line!.replace("npx percodec", "percodec"));
      expect(stdout + stderr, line).toBe(output);
      count++;
    }
  }
  return count;
}

/** The README and the pages of docs. */
const PAGES = [
  "README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".md") && !name.includes("/node_modules/")),
];
const withoutBlocks = (page: string) => readFileSync(page, "utf8").replace(/^```[^]*?^```$/gm, "");
/** The languages of blocks that tests run. A block in another one (a diagram, SQL, XML) is not a program of the reader. */
const RUN = ["js", "ts", "console", "sh", "python"];
/** The pages whose `ts` blocks are declarations, written from the sources. */
const DECLARATIONS = /^docs\/api\//;

describe("every code block of the README and the docs", () => {
  for (const page of PAGES) {
    const blocks = readBlocks(page).filter(
      ({ language, file }) =>
        file !== undefined || (RUN.includes(language) && !(language === "ts" && DECLARATIONS.test(page))),
    );
    for (const { language, body, line, reason, file } of blocks) {
      if (file !== undefined) {
        test(`${page}:${line} is the text of ${file}`, () => expect(body).toBe(readFileSync(file, "utf8")));
        continue;
      }
      // A reason has to say something: the name of a suite, or what is missing.
      if (reason !== undefined)
        test(`${page}:${line} is not run: ${reason}`, () => expect(reason.length).toBeGreaterThan(10));
      else if (language === "js") test(`${page}:${line} runs`, async () => expect(await run(body)).toBeGreaterThan(0));
      else if (language === "console")
        test(`${page}:${line} prints what it shows`, async () => expect(await runConsoles([body])).toBeGreaterThan(0));
      else
        test(`${page}:${line}`, () => expect.fail(`a block of ${language} needs a test, or <!-- not run: REASON -->`));
    }
  }
});

test("every link of the README and the docs has its target", () => {
  const missing = PAGES.flatMap((page) =>
    listLinks(page)
      .filter((link) => {
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? page : join(dirname(page), path);
        if (!existsSync(target)) return true;
        return anchor !== undefined && target.endsWith(".md") && !listAnchors(target).includes(anchor);
      })
      .map((link) => `${page}: ${link}`),
  );
  expect(missing).toEqual([]);
});

test("each file that a page names exists", () => {
  const files = execFileSync("git", ["ls-files"], { encoding: "utf8" });
  for (const page of PAGES) {
    const names = withoutBlocks(page).matchAll(/`((?:[\w-]+\/)*[\w-]+\.(?:ts|mjs))`/g);
    for (const [, name] of names) expect(`/${files.replaceAll("\n", "\n/")}`, page).toContain(`/${name}\n`);
  }
});

test("the index links every page of docs and each task of the cookbook", () => {
  const links = listLinks("docs/README.md");
  const linked = links.map((link) => join("docs", link.split("#")[0]!));
  const byFolder = /^(?:README|docs\/(?:README|index))\.md$|^docs\/(?:api|findings)\/(?!README)/;
  expect(PAGES.filter((page) => !byFolder.test(page) && !linked.includes(page))).toEqual([]);
  const tasks = readdirSync("docs/cookbook").flatMap((name) =>
    listAnchors(`docs/cookbook/${name}`)
      .slice(1)
      .map((anchor) => `cookbook/${name}#${anchor}`),
  );
  expect(tasks.length).toBeGreaterThanOrEqual(30);
  expect(tasks.filter((task) => !links.includes(task))).toEqual([]);
});

test("a task of the cookbook fits one screen", () => {
  for (const name of readdirSync("docs/cookbook"))
    for (const task of readFileSync(`docs/cookbook/${name}`, "utf8").split(/^## /m).slice(1))
      expect(task.split("\n").length, task.slice(0, 40)).toBeLessThanOrEqual(30);
});

/** The functions that run the calls of tables. */
interface Migration {
  readonly listRows: () => { ours?: { call: string; gives: string } }[];
  readonly compile: (call: string, scope: object) => () => Promise<unknown>;
  readonly answer: (call: () => Promise<unknown>) => Promise<string>;
}

const loadMigration = () => import(`${process.cwd()}/tests/surveys/peers/migration.mjs`) as Promise<Migration>;

describe("each call of docs/concepts/coverage.md gives what the page shows, in a view that exists", async () => {
  const { answer, compile } = await loadMigration();
  const { express: _, fastify: __, ...named } = modules;
  const scope = Object.assign({}, ...Object.values(named)) as object;
  const cell = "`([^`]+)` → `([^`]*)`";
  const pattern = new RegExp(`^\\| (.+?) +\\| ${cell} +\\| ${cell} +\\| (\\w+) +\\|$`, "gm");
  const page = readFileSync("docs/concepts/coverage.md", "utf8");
  const rows = [...page.matchAll(pattern)];
  const tables = page.split("\n").filter((line) => line.startsWith("|"));
  // Each table has two lines of its head.
  test("each row is read", () => expect(rows).toHaveLength(tables.length - 2 * page.split("\n## ").slice(1).length));
  test.each(rows.map(([, ...cells]) => cells as [string, string, string, string, string, string]))(
    "%s",
    async (_statement, call, gives, line, output, view) => {
      expect(await answer(compile(call, scope))).toBe(gives);
      const { stdout, status } = await commandLine(line);
      expect(status === 1 ? "exit 1" : stdout.trimEnd()).toBe(output);
      expect(MODES).toHaveProperty(view);
    },
  );
});

test("each call of percodec in docs/migration.md and docs/elsewhere.md returns what the page shows", async () => {
  const { answer, compile, listRows } = await loadMigration();
  const text = readFileSync("tests/surveys/peers/elsewhere.json", "utf8");
  const { rows } = JSON.parse(text) as { rows: { ours?: string; gives?: string }[] };
  const elsewhere = rows.flatMap(({ ours, gives }) => (ours === undefined ? [] : [{ call: ours, gives }]));
  const calls = [...listRows().flatMap(({ ours }) => ours ?? []), ...elsewhere];
  const { codec, form, guard, sets, template, uri } = modules;
  const scope = { ...codec, ...form, ...guard, ...sets, ...template, ...uri };
  expect(elsewhere.length).toBeGreaterThanOrEqual(15);
  for (const { call, gives } of calls) expect([call, await answer(compile(call, scope))]).toEqual([call, gives]);
});

test("at release the links of the README become absolute, and lead to files", async () => {
  const script = `${process.cwd()}/scripts/pack.mjs`;
  const { toAbsoluteLinks } = (await import(script)) as {
    toAbsoluteLinks: (page: string, repository: string, tag: string) => string;
  };
  const page = toAbsoluteLinks(readFileSync("README.md", "utf8"), "https://e.com/o/n", "v1.0.0");
  const links = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  expect(links.filter((link) => !link.startsWith("https://"))).toEqual([]);
  const own = links.filter((link) => link.startsWith("https://e.com/o/n/"));
  expect(own.length).toBeGreaterThan(15);
  for (const link of own) {
    const [, path] = /^https:\/\/e\.com\/o\/n\/(?:blob|raw)\/v1\.0\.0\/([^#]+)/.exec(link) ?? [];
    expect(existsSync(path ?? ""), link).toBe(true);
  }
});

test("the changelog has at most 40 lines a version", () => {
  for (const version of readFileSync("CHANGELOG.md", "utf8").split(/^## /m).slice(1))
    expect(version.trimEnd().split("\n").length, version.split("\n")[0]).toBeLessThanOrEqual(40);
});

describe("the README", () => {
  const readme = readFileSync("README.md", "utf8");

  test("has at most 700 words next to its code", () => {
    const words = withoutBlocks("README.md").split(/\s+/);
    expect(words.length).toBeLessThanOrEqual(700);
  });

  test("the answers of other libraries are those of docs/elsewhere.md", () => {
    const rows = readFileSync("docs/elsewhere.md", "utf8").split("\n");
    const answers = [...readme.matchAll(/^\/\/ (\S+@[\d.]+): (.+)$/gm)].map(([, library, answer]) => [
      library!,
      `\`${answer!}\``,
    ]);
    expect(answers).toHaveLength(3);
    for (const parts of answers)
      expect(
        rows.filter((row) => parts.every((part) => row.includes(part))),
        parts[0],
      ).not.toEqual([]);
  });

  /** The limits of .size-limit.mjs by name. */
  const readLimits = async (): Promise<Record<string, string>> => {
    const manifest = `${process.cwd()}/scripts/size-limit.mjs`;
    const { default: checks } = (await import(manifest)) as { default: { name: string; limit: string }[] };
    return Object.fromEntries(checks.map(({ name, limit }) => [name, limit]));
  };
  const toPath = (module: string): string =>
    module === "percodec/stream" ? "stream" : `${module.slice("percodec/".length)}/index`.replace(/^\//, "");

  test.each([
    ["README.md", /^\| (`percodec[a-z/]*`) +\| .+? \| ([0-9.]+ kB) +\|/gm, 9],
    ["docs/bundlers.md", /^\| (.+?) +\| ([0-9.]+ kB) +\|$/gm, 11],
  ])("the sizes of %s are the checked limits", async (page, pattern, least) => {
    const limits = await readLimits();
    const rows = [...readFileSync(page, "utf8").matchAll(pattern)];
    expect(rows.length).toBeGreaterThanOrEqual(least);
    for (const [, what, size] of rows) {
      // The codes of a row are the names and then the module, if it is not `percodec`.
      const codes = [...what!.matchAll(/`([^`]+)`/g)].map(([, one]) => one!);
      const module = codes.at(-1)!.startsWith("percodec") ? codes.pop()! : "percodec";
      const limit = limits[`browser: ${codes.join(", ") || "everything"} from ${toPath(module)}`];
      expect([what, limit]).toEqual([what, size]);
    }
  });

  test("names as many sets as the registry has", () => {
    for (const page of ["README.md", "docs/values.md"])
      expect(readFileSync(page, "utf8")).toMatch(new RegExp(`\\b${setNames().length} (?:named|are named)`));
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readBlocks } from "../../support/pages.ts";

const FOLDER = "docs/examples/toolchains/";
const projects = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
  .map(({ name }) => name);

test("docs/toolchains.md shows a file of each project that the suite runs", async () => {
  const script = `${process.cwd()}/tests/conformance/toolchains/runs.mjs`;
  const { PROJECTS } = (await import(script)) as { PROJECTS: object };
  expect(Object.keys(PROJECTS).toSorted()).toEqual(projects.toSorted());
  const shown = readBlocks("docs/toolchains.md").map(({ file }) => file?.slice(FOLDER.length).split("/")[0]);
  for (const project of projects) expect(shown).toContain(project);
});

test("the projects pin their packages", () => {
  const { devDependencies } = JSON.parse(readFileSync(`${FOLDER}package.json`, "utf8")) as {
    devDependencies: Record<string, string>;
  };
  for (const version of Object.values(devDependencies)) expect(version).toMatch(/^(?:npm:typescript@)?\d+\.\d+\.\d+$/);
});

test("typesVersions, which TypeScript reads with `module: commonjs`, has the declarations of each export", () => {
  const { exports, types, typesVersions } = JSON.parse(readFileSync("library/package.json", "utf8")) as {
    exports: Record<string, string | { types: string }>;
    types: string;
    typesVersions: Record<string, Record<string, string[]>>;
  };
  const typed = Object.entries(exports).flatMap(([path, entry]) =>
    typeof entry === "string" ? [] : [[path.slice("./".length), entry.types] as const],
  );
  expect(typed.length).toBeGreaterThan(10);
  expect(types).toBe(typed.find(([path]) => path === "")?.[1]);
  const named = Object.entries(typesVersions["*"]!).map(([path, [file]]) => [path, file]);
  expect(named).toEqual(typed.filter(([path]) => path !== ""));
});

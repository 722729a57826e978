import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const git = (...words: string[]): string => execFileSync("git", words, { encoding: "utf8", maxBuffer: 1 << 26 });
const NAMES = git("ls-files", "-z").split("\0").filter(Boolean);

test("every name is one that Windows allows, and differs from the others by more than case", () => {
  // https://learn.microsoft.com/windows/win32/fileio/naming-a-file
  const forbidden = /[<>:"\\|?*\0-\x1f]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?(?:\/|$)/i;
  expect(NAMES.filter((name) => forbidden.test(name))).toEqual([]);
  expect(new Set(NAMES.map((name) => name.toLowerCase())).size).toBe(NAMES.length);
  expect(Math.max(...NAMES.map((name) => name.length))).toBeLessThan(160);
});

test("a checkout with core.autocrlf has the same bytes", () => {
  const folder = mkdtempSync(join(tmpdir(), "percodec-crlf-"));
  const inClone = (...words: string[]): string => execFileSync("git", words, { cwd: folder, encoding: "utf8" });
  try {
    git("clone", "-q", "--local", "--no-checkout", ".", folder);
    inClone("-c", "core.autocrlf=true", "checkout", "-q", "HEAD", ".gitattributes");
    inClone("-c", "core.autocrlf=true", "checkout", "-q", "HEAD", "README.md", "library/src", "tests/unit/cli");
    const rows = inClone("ls-files", "--eol", "README.md", "library/src", "tests/unit/cli").trimEnd().split("\n");
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter((row) => /\bw\/(?:crlf|mixed)/.test(row) && !/\bi\/(?:crlf|mixed)/.test(row))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("no script takes the path of a file URL as a path, which on Windows begins with a slash", () => {
  const scripts = NAMES.filter((name) => /\.(?:ts|mjs)$/.test(name) && name !== "tests/unit/windows.test.ts");
  const wrong = scripts.filter((name) => /import\.meta\.url\)\.pathname/.test(readFileSync(name, "utf8")));
  expect(wrong).toEqual([]);
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findMode, MODE_NAMES } from "../../../tool/page/app/modes.ts";

const page = readFileSync("tool/page/index.html", "utf8");

describe("index.html", () => {
  test("lists every view, in order", () => {
    const links = Array.from(page.matchAll(/<li><a href="#1\/([a-z]+)">([^<]+)<\/a>/g), ([, mode, title]) => [
      mode,
      title,
    ]);
    expect(links).toEqual(MODE_NAMES.map((mode) => [mode, findMode(mode).title]));
    expect(page).toContain(findMode("start").summary);
    expect(page).toContain(findMode("start").input);
  });

  test("docs/page.md lists the same views", () => {
    const rows = Array.from(
      readFileSync("docs/page.md", "utf8").matchAll(/^\| *\w* *\| (\w[\w ]*?) +\| (\S.*?) +\|$/gm),
      ([, title, summary]) => [title, summary],
    );
    expect(rows.slice(1)).toEqual(MODE_NAMES.map((mode) => [findMode(mode).title, findMode(mode).summary]));
  });

  test("has no URL of another origin, and no inline script or style", () => {
    expect(page).not.toMatch(/https?:|\/\/\w|<style|style=|\son\w+=/);
    expect(page.match(/<script\b[^>]*>/g)).toEqual(['<script type="module" src="main.js">']);
  });
});

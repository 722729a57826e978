import { describe, expect, test } from "vitest";
import { listLinks } from "../../../tool/shared/reading/links.ts";
import { guess } from "../../../tool/shared/reading/guess.ts";
import { reportText } from "../../../tool/shared/reading/report.ts";
import TEXTS from "./link-texts.json" with { type: "json" };

/** A name, a text, and its links by hand: the line and the URL. */
describe.each(TEXTS as unknown as readonly (readonly [name: string, text: string, links: readonly string[]])[])(
  "%s",
  (name, text, links) => {
    test("all links are found and none is invented", () => {
      expect(listLinks(text).map(({ line, url }) => `${line} ${url}`)).toEqual(links);
    });

    test("each link begins at its place", () => {
      for (const { line, index, url } of listLinks(text)) {
        if (name.includes("Base64")) continue;
        const written = text.split(/\r?\n/)[line - 1]!;
        const starts = [url, url.replace(/^(?:https:\/\/|mailto:)/, ""), "hxxp", "hXXp"].map((start) =>
          start.slice(0, 2),
        );
        expect(starts).toContain(written.slice(index, index + 2));
      }
    });
  },
);

test("only a link that was made harmless is a defanged link", () => {
  const kinds = (text: string) => listLinks(text).map(({ kind }) => kind);
  expect(kinds("https://a.example/ hxxp://b[.]example/ https://c.example/")).toEqual(["link", "defanged link", "link"]);
  expect(kinds("hxxp://b.example/\nhttps://a.example/")).toEqual(["defanged link", "link"]);
});

test("a link at the end of a long line is offered with the first word of the next line", () => {
  const words = "The page that you asked for moved, and its new address is ";
  const link = "https://e.com/a/long/path";
  const joined = (next: string): unknown =>
    listLinks(`${words}${link}\n${next}`).map((found) => found.joined ?? found.url);
  expect(joined("/page?x=1 now")).toEqual([`${link}/page?x=1`]);
  expect(joined("Bye")).toEqual([link]);
  expect(joined("https://e.com/2")).toEqual([link, "https://e.com/2"]);
  expect(listLinks(`${link}\n/page?x=1`).map(({ joined: more }) => more)).toEqual([undefined]);
});

test("the host of a link on which programs do not agree is that of browsers, and no finding takes its name for a user", () => {
  const text = "a\nsee https://good.example\\@evil.example/x";
  expect(listLinks(text)[0]).toMatchObject({ host: "good.example", worst: { code: "host-ambiguous" } });
  const codes = reportText(guess(text)[0]!).findings.map(({ code }) => code);
  expect(codes).toEqual(["host-ambiguous", "raw-backslash"]);
});

import { describe, expect, test } from "vitest";
import { listLinks } from "../../../tool/shared/reading/links.ts";
import TEXTS from "./link-texts.json" with { type: "json" };

/** A name, a text, and its links by hand: the line and the URL. */
describe.each(TEXTS as unknown as readonly (readonly [name: string, text: string, links: readonly string[]])[])(
  "%s",
  (_, text, links) => {
    test("all links are found and none is invented", () => {
      expect(listLinks(text).map(({ line, url }) => `${line} ${url}`)).toEqual(links);
    });

    test("each link begins at its place", () => {
      for (const { line, index, url } of listLinks(text)) {
        const written = text.split(/\r?\n/)[line - 1]!;
        const starts = [url, url.replace(/^(?:https:\/\/|mailto:)/, ""), "hxxp", "hXXp"].map((start) =>
          start.slice(0, 2),
        );
        expect(starts).toContain(written.slice(index, index + 2));
      }
    });
  },
);

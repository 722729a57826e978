import { expect, test } from "vitest";
import { toReadableLink } from "../../../tool/page/app/readable-link.ts";

test("a URL is copied as a readable link", () => {
  expect(toReadableLink("https://xn--caf-dma.fr/%C3%BC.")).toBe("https://café.fr/ü%2E");
});

test("without such a link there is no button", () => {
  for (const uri of ["", "/a", "ftp://e.com/", "https://localhost/", "https://me@e.com/", "https://e.com/\ud800"]) {
    expect(toReadableLink(uri)).toBeUndefined();
  }
});

import { expect, test } from "vitest";
import { toReadableLink } from "../../../tool/page/app/readable-link.ts";

test("a URL is copied as a readable link", () => {
  expect(toReadableLink("https://xn--caf-dma.fr/%C3%BC.")).toBe("https://café.fr/ü%2E");
});

test("without such a link there is no button", () => {
  const urls = ["", "/a", "ftp://e.com/", "https://localhost/", "https://me@e.com/", "https://e.com/\ud800"];
  const addresses = ["mailto:a@e.com?cc=b@e.com", "mailto:?to=a@e.com", "mailto://a@e.com", "mailto:a%0D%0Ab@e.com"];
  for (const uri of [...urls, ...addresses]) {
    expect(toReadableLink(uri)).toBeUndefined();
  }
});

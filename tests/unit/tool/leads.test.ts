import { describe, expect, test } from "vitest";
import { cleanOrRepair } from "../../../tool/page/app/cleaning.ts";
import { guess } from "../../../tool/shared/reading/guess.ts";
import { findInnerUrls, readBrowserHost } from "../../../tool/shared/reading/inner-urls.ts";
import { findOwner } from "../../../tool/shared/reading/owner.ts";
import { reportText } from "../../../tool/shared/reading/report.ts";

const report = (text: string) => reportText(guess(text)[0]!, findOwner);
const NOT_CHECKED = "; who that is was not checked.";

/** The text, the URLs inside with where each is found, and the verdict. */
const INNER: readonly (readonly [text: string, inner: readonly string[], verdict: string])[] = [
  // Wrappers
  ["https://www.google.com/url?sa=t&q=https%3A%2F%2Fphish.example%2Flogin", ["Google: https://phish.example/login"], "Through www.google.com (Google) to phish.example."],
  ["https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Flogin.phish.example%2F%3Fa%3D1&data=05%7C01&reserved=0", ["Microsoft Safe Links: https://login.phish.example/?a=1"], `Through nam02.safelinks.protection.outlook.com (Microsoft Safe Links) to login.phish.example. The owner is phish.example${NOT_CHECKED}`],
  ["https://urldefense.proofpoint.com/v2/url?u=https-3A__phish.example_a-5Fb-3Fc-3D1&d=DwMFaQ&c=x", ["Proofpoint v2: https://phish.example/a_b?c=1"], "Through urldefense.proofpoint.com (Proofpoint v2) to phish.example."],
  ["https://urldefense.com/v3/__https://phish.example/?a=1*b__;Iw!!token$", ["Proofpoint v3: https://phish.example/?a=1#b"], "Through urldefense.com (Proofpoint v3) to phish.example."],
  ["https://urldefense.com/v3/__https:/phish.example/**Ax*Cz__;8J-YgGFiYw!!t$", ["Proofpoint v3: https://phish.example/😀axbCz"], "Through urldefense.com (Proofpoint v3) to phish.example."],
  ["https://l.facebook.com/l.php?u=https%3A%2F%2Fphish.example%2F&h=AT0", ["Facebook: https://phish.example/"], "Through l.facebook.com (Facebook) to phish.example."],
  ["https://www.youtube.com/redirect?event=d&q=https%3A%2F%2Fphish.example", ["YouTube: https://phish.example"], "Through www.youtube.com (YouTube) to phish.example."],
  ["https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Furldefense.com%2Fv3%2F__https%3A%2F%2Fwww.google.co.uk%2Furl%3Fq%3Dhttps%253A%252F%252Fphish.example%252F__%3B!!t%24", ["Microsoft Safe Links: https://urldefense.com/v3/__https://www.google.co.uk/url?q=https%3A%2F%2Fphish.example%2F__;!!t$", "Proofpoint v3: https://www.google.co.uk/url?q=https://phish.example/", "Google: https://phish.example/"], "Through nam02.safelinks.protection.outlook.com (Microsoft Safe Links), urldefense.com (Proofpoint v3), www.google.co.uk (Google) to phish.example."],
  // Values, fragments and paths
  ["https://e.com/?next=//evil.com", ["the value of next: //evil.com"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/?next=/%5Cevil.com", ["the value of next: /\\evil.com"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/?next=/%09/evil.com", ["the value of next: //evil.com"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/?next=https:evil.com", ["the value of next: https:evil.com"], "Goes to e.com and perhaps on to evil.com."],
  ["https://a.com/?n=https%3A%2F%2Fb.com%2F%3Fu%3D%2F%2Fc.com", ["the value of n: https://b.com/?u=//c.com", "the value of u: //c.com"], "Goes to a.com and perhaps on through b.com to c.com."],
  ["https://e.com/?u=https%253A%252F%252Fevil.com", ["the value of u, decoded twice: https://evil.com"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/?https://evil.com/?a=1", ["the query: https://evil.com/?a=1"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/?a=1;u=//evil.com", ["the value of u: //evil.com"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/?state=%7B%22to%22%3A%22https%3A%2F%2Fevil.com%2Fx%22%7D", ["the value of state: https://evil.com/x"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/redirect/https://evil.com/a?b=1", ["the path: https://evil.com/a?b=1"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/redirect/https:/evil.com/", ["the path: https:/evil.com/"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/r/https%3A%2F%2Fevil.com%2Fa/b", ["the path: https://evil.com/a"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/#next=https://evil.com", ["the value of next: https://evil.com"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/#/login?next=//evil.com", ["the value of next: //evil.com"], "Goes to e.com and perhaps on to evil.com."],
  ["https://e.com/?a=//x.example&b=//y.example", ["the value of a: //x.example", "the value of b: //y.example"], "Goes to e.com and perhaps on to x.example or y.example."],
  ["https://e.com/?u=http%3A%2F%2F0x7f.1%2F", ["the value of u: http://0x7f.1/"], "Goes to e.com and perhaps on to 127.0.0.1, which is this machine itself."],
  ["https://e.com/?u=https%3A%2F%2Fxn--pypal-4ve.com", ["the value of u: https://xn--pypal-4ve.com"], "Goes to e.com and perhaps on to pаypal.com (Cyrillic а), not paypal.com."],
  ["/login?next=//evil.com", ["the value of next: //evil.com"], "A path, but a URL inside may lead to evil.com."],
  ["next=//evil.com", ["the value of next: //evil.com"], "A query of one pair. Inside is a URL that may lead to evil.com."],
  // One owner, and values without a host
  ["https://login.e.com/?next=https://app.e.com/", ["the value of next: https://app.e.com/"], `Goes to login.e.com and perhaps on to app.e.com. The owner is e.com${NOT_CHECKED}`],
  ["https://e.com/?next=https://e.com/a", ["the value of next: https://e.com/a"], "Goes to e.com."],
  ["https://e.com/a//b?next=/home&t=12:30&x=a//b", [], "Goes to e.com."],
  // Sub-domains and hosting suffixes
  ["https://www.paypal.com.account-verify.example/signin", [], `Goes to www.paypal.com.account-verify.example. The owner is account-verify.example${NOT_CHECKED} www.paypal.com is only the beginning of that name: the owner of account-verify.example chose it.`],
  ["https://paypal.com.evil.example/", [], `Goes to paypal.com.evil.example. The owner is evil.example${NOT_CHECKED} paypal.com is only the beginning of that name: the owner of evil.example chose it.`],
  ["https://api.app.e.com/", [], `Goes to api.app.e.com. The owner is e.com${NOT_CHECKED}`],
  ["https://www.my.e.com/", [], `Goes to www.my.e.com. The owner is e.com${NOT_CHECKED}`],
  ["https://shop.e.co.uk/", [], `Goes to shop.e.co.uk. The owner is e.co.uk${NOT_CHECKED}`],
  ["https://a.bücher.公司.cn/", [], `Goes to a.bücher.公司.cn. The owner is bücher.公司.cn${NOT_CHECKED}`],
  ["https://jane.github.io/x", [], "Goes to jane.github.io, a page of a user of github.io."],
  ["https://a.paypal.pages.dev/", [], `Goes to a.paypal.pages.dev, a page of a user of pages.dev. The owner is paypal.pages.dev${NOT_CHECKED}`],
  ["https://github.io/", [], "Goes to github.io."],
  ["https://co.uk/", [], "Goes to co.uk."],
]; // prettier-ignore

const ONE_OWNER = /^https:\/\/(?:login\.)?e\.com\/\?next=https:\/\/(?:app\.)?e\.com/;

describe("where a URL leads", () => {
  test.each(INNER)("%s", (text, inner, verdict) => {
    const { hops, level, verdict: written } = report(text);
    expect(hops.map(({ found, url }) => `${found}: ${url}`)).toEqual(inner);
    expect(written).toBe(verdict);
    expect(level === "calm").toBe(
      (inner.length === 0 && !verdict.includes("only the beginning")) || ONE_OWNER.test(text),
    );
  });

  test("is not calm without the list if the hosts differ, and says that the owner is not checked yet", () => {
    const { level, verdict } = reportText(guess("https://login.e.com/?next=https://app.e.com/")[0]!);
    expect([level, verdict]).toEqual([
      "warning",
      "Goes to login.e.com and perhaps on to app.e.com; owner not checked yet.",
    ]);
    expect(reportText(guess("http://10.0.0.1/")[0]!).verdict).not.toContain("owner");
    expect(reportText(guess("http://localhost/")[0]!).verdict).not.toContain("owner");
  });

  test("is read five levels deep and for 50 URLs, and says if there are more", () => {
    const nest = (depth: number): string =>
      depth === 0 ? "" : `https://h${depth}.example/?u=${encodeURIComponent(nest(depth - 1))}`;
    expect(findInnerUrls(nest(6))).toMatchObject({ urls: { length: 5 }, isCut: false });
    expect(findInnerUrls(nest(7))).toMatchObject({ urls: { length: 5 }, isCut: true });
    const many = report(`https://e.com/?${"u=//e.com&".repeat(60)}`);
    expect([many.hops.length, many.level]).toEqual([50, "warning"]);
    expect(many.verdict).toContain("More URLs are inside than are read.");
  });
});

describe("a link in another text", () => {
  test.each([
    ['<a href="https://e.com/?a=1&amp;b=2">click</a>', /^a link inside HTML$/, "https://e.com/?a=1&b=2"],
    ['<a href="https://paypal.com@evil.com/">click</a>', /^a link inside HTML$/, "https://paypal.com@evil.com/"],
    ['{"url":"https:\\/\\/e.com\\/"}', /^a link inside JSON$/, "https://e.com/"],
    ["See (https://e.com/a_(b)).", /^a link inside a text$/, "https://e.com/a_(b)"],
    ["curl 'https://e.com/?a=1' -H 'A: b'", /^a link inside a text$/, "https://e.com/?a=1"],
    ["&#x48;&#105;", /references of HTML/, "Hi"],
    ["hxxps://evil[.]example/a?b[.]=1", /^a defanged link/, "https://evil.example/a?b[.]=1"],
    ["evil[.]example[:]8080/a", /^a defanged link/, "https://evil.example:8080/a"],
    ["http[:]//evil[.]example", /^a defanged link/, "http://evil.example"],
    ["See https://e.com\\\\@evil.com/x now", /^a link inside a text$/, "https://e.com\\\\@evil.com/x"],
    ["See https://e.com\\@evil.com/x now", /^a link inside a text$/, "https://e.com\\@evil.com/x"],
    ["See https://e.com/\\@evil.com now", /^a link inside a text$/, "https://e.com/"],
    ["See hxxp://evil[.]example/ now", /^a defanged link inside a text$/, "http://evil.example/"],
  ])("of %j", (text, because, read) => {
    const [first] = guess(text);
    expect([first!.name, first!.text]).toEqual(["wrapped", read]);
    expect(first!.because).toMatch(because);
  });

  test("that is defanged is not repaired as it is written", () => {
    expect(cleanOrRepair("hxxps://evil[.]example/")).toBeUndefined();
  });

  test("several links are lines", () => {
    const [first] = guess('<a href="https://evil.com/">https://paypal.com/</a>');
    expect([first!.name, first!.text]).toEqual(["lines", "https://evil.com/\nhttps://paypal.com/"]);
  });

  test.each(["<b>", "{}", "/a/{id}", "./<x>", '{"a":"\\u0026"}', "//<b>"])("%s is no path", (text) => {
    for (const reading of guess(text)) expect(reportText(reading, findOwner).verdict).not.toMatch(/path/i);
    expect(reportText({ ...guess(text)[0]!, name: "url", text }).verdict).not.toMatch(/A path/);
  });
});

describe("a host without a scheme", () => {
  test.each([
    ["localhost:3000/cb?code=1", "http://localhost:3000/cb?code=1", /^a host with a port/],
    ["192.168.0.1/admin", "http://192.168.0.1/admin", /^a host/],
    ["[::1]:8080/x", "http://[::1]:8080/x", /^a host with a port/],
    ["db:5432", "http://db:5432", /^a host with a port/],
  ])("of %s", (text, read, because) => {
    expect(guess(text)[0]).toMatchObject({ name: "url", text: read });
    expect(guess(text)[0]!.because).toMatch(because);
  });

  test.each(["tel:5551234", "foo:bar", "1.2.3", "300.1.1.1/a", "db:543210"])("%s has none", (text) => {
    expect(guess(text)[0]!.text).toBe(text);
  });
});

test.each([
  ["caf%C3", "Nothing is decoded. The last character is cut: 1 of 2 bytes, of é for example."],
  [
    "price%20%E2%82",
    'A text that was encoded once: "price %E2%82". The last character is cut: 2 of 3 bytes, of € for example.',
  ],
  ["https://e.com/?q=%F0%9F%98", "Goes to e.com. The last character is cut: 3 of 4 bytes, of 😀 for example."],
  ["%FC%F6%E4%DF", 'Perhaps a text in windows-1252, not in UTF-8: "üöäß".'],
])("of %s: what is cut is said, and a guess is called one", (text, verdict) => {
  expect(report(text).verdict).toBe(verdict);
});

test("the host of a URL in Latin-1 stays the same when it is read often", () => {
  const hosts = Array.from({ length: 30_000 }, () => readBrowserHost("https://\u00f6.example/"));
  expect(new Set(hosts)).toEqual(new Set(["xn--nda.example"]));
});

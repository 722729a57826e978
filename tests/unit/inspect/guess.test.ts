import { describe, expect, test } from "vitest";
import { guess } from "../../../tool/shared/reading/guess.ts";

describe("the likeliest reading", () => {
  test.each([
    ["https://e.com/a?b=c", "url", /^it begins with https:\/\/ and a name$/],
    ["  https://e.com/\n", "url", /name/, "https://e.com/"],
    ["javascript:alert(1)", "url", /^the scheme javascript$/],
    ["mailto:a@b.example", "url", /^the scheme mailto$/],
    ["//evil.com/x", "url", /^two slashes and a host$/],
    ["/files/..%2fetc", "url", /^a path$/],
    ["www.example.com", "url", /^a name with dots/, "https://www.example.com"],
    ["xn--e1awd7f.xn--p1ai/x", "url", /^a name with dots/, "https://xn--e1awd7f.xn--p1ai/x"],
    ["pаypal.com", "url", /^a name with dots/, "https://pаypal.com"],
    ["evil.com\\@good.com/", "url", /^a name with dots/, "https://evil.com\\@good.com/"],
    ["3.14", "text", /no scheme/],
    ["foo:bar", "url", /^a scheme$/],
    ["https%3A%2F%2Fe.com%2Fa%20b", "escaped-url", /once/, "https://e.com/a b"],
    ["https%253A%252F%252Fe.com", "escaped-url", /2 times/, "https://e.com"],
    ["%2F%2Fevil.com", "escaped-url", /once/, "//evil.com"],
    ["https://e.com/?a=1&amp;b=2", "wrapped", /HTML/, "https://e.com/?a=1&b=2"],
    ["https:\\/\\/e.com\\/?a=1\\u0026b=2", "wrapped", /JavaScript/, "https://e.com/?a=1&b=2"],
    ["a=1&#38;b=2", "wrapped", /HTML/, "a=1&b=2"],
    ["q=caf%C3%A9+noir&page=2&k", "query", /^3 pairs with =$/],
    ["?q=1", "query", /^a pair with =$/],
    ["caf%C3%A9%20noir", "escaped-value", /^escapes, such as %C3$/],
    ["%u0041", "escaped-value", /%u0041/],
    ["%93%FA%96%7B%8C%EA", "legacy-bytes", /Shift_JIS/],
    ["https://a.example/\nhttps://b.example/", "lines", /^2 lines$/],
    ["a\rb", "lines", /^2 lines$/],
    ["a\r\n\r\nb\n \nc", "lines", /^3 lines$/],
    ["\r", "text", /^no scheme/],
    ["hello world & co", "text", /no scheme/],
    ["100% sure", "text", /no escape and no pair: % is a percent sign$/],
    ["5%a", "text", /no escape and no pair$/],
    ["1 + 1 = 2", "text", /no pair/],
    ["C:\\temp", "text", /no scheme/],
    ["Note: this", "text", /no scheme/],
    ["", "text", /^an empty text$/],
  ])("of %j", (...[text, name, because, read = text]: readonly [string, string, RegExp, string?]) => {
    const [first] = guess(text);
    expect([first!.name, first!.text]).toEqual([name, read]);
    expect(first!.because).toMatch(because);
  });

  test("has others after it, and plain text is the last", () => {
    expect(guess("https://e.com/?q=%41").map(({ name }) => name)).toEqual(["url", "escaped-value", "text"]);
    expect(guess("AT&amp;T").map(({ name }) => name)).toEqual(["wrapped", "text"]);
    expect(guess("%93%FA").at(-1)!.name).toBe("text");
  });

  test("keeps what is no reference of a character", () => {
    expect(guess("a=&#xD800;&amp;b=&#1114112;")[0]!.text).toBe("a=&#xD800;&b=&#1114112;");
  });

  test("names the encodings of bytes", () => {
    expect(guess("%93%FA%96%7B%8C%EA")[0]!.charsets).toEqual(["Shift_JIS"]);
    expect(guess("%C3%A9")[0]!.charsets).toBeUndefined();
  });
});

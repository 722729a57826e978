import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testLinearTime } from "../../support/linear.ts";
import { compareUrlReaders } from "../../../tool/shared/explain/url-comparison.ts";
import type { UrlReaderName } from "../../../tool/shared/explain/url-reading.ts";

// Recorded from the real readers by `npm run check -- url-readers --record`.
const RECORDED = JSON.parse(readFileSync(new URL("url-readings.json", import.meta.url), "utf8")) as readonly {
  readonly url: string;
  readonly readings: Readonly<Record<string, readonly UrlReaderName[]>>;
}[];

test("each reader reads a URL as the program of its name did", () => {
  for (const { url, readings: recorded } of RECORDED) {
    const { readings } = compareUrlReaders(url);
    const texts = new Map(
      readings.map(({ reader, refused, scheme = null, host = null, port = null, path = null }) => [
        reader,
        refused ? "refused" : JSON.stringify([scheme, host, port, path]),
      ]),
    );
    for (const [text, readers] of Object.entries(recorded))
      for (const reader of readers) expect(texts.get(reader), `${reader} ${JSON.stringify(url)}`).toBe(text);
  }
});

/** Returns the host that a reader sees; `undefined` if it refuses the text or sees none. */
const hostBy = (reader: UrlReaderName, text: string): string | undefined =>
  compareUrlReaders(text).readings.find((reading) => reading.reader === reader)?.host;

// The readings of URI 5.17 for Perl: it encodes the labels of a host if each of them has an A-label.
test.each([
  ["\u00e9.b.", "xn--9ca.b."],
  ["\u00e9..b", "\u00e9..b"],
  ["\u00e9..", "\u00e9.."],
  ["xn--\u00e9.b", "xn--\u00e9.b"],
  [`${"\u00e9".repeat(57)}.b`, `xn--9ca${"a".repeat(56)}.b`],
  [`${"\u00e9".repeat(58)}.b`, `${"\u00e9".repeat(58)}.b`],
])("URI of Perl reads the host %j as %j", (host, read) => expect(hostBy("perl", `http://${host}/a`)).toBe(read));

// The readings of java.net.URI of Java 17: an empty authority needs a path, a query or a fragment.
test.each([
  ["http://", true],
  ["//", true],
  ["http://?q", false],
  ["//#f", false],
  ["http:///", false],
])("java.net.URI refuses %j: %s", (text, isRefused) => {
  const { readings } = compareUrlReaders(text);
  expect(readings.find(({ reader }) => reader === "java")?.refused).toBe(isRefused);
});

// https://github.com/golang/go/blob/go1.26.0/src/net/url/url.go, `unescape` in the mode `encodeZone`: an escape stands for a space, a
// percent sign, or a character that a host may have as it is.
test.each([0, 1])("url.Parse of Go takes the escapes of a zone in both cases, byte by byte (%i)", (lower) => {
  const accepted = [];
  for (let byte = 0; byte < 0x80; byte++) {
    const hex = byte.toString(16).padStart(2, "0");
    const escape = `%${lower ? hex : hex.toUpperCase()}`;
    const reading = compareUrlReaders(`ftp://[::1%25a${escape}]/`).readings.find(({ reader }) => reader === "go");
    if (reading?.refused === false) accepted.push(String.fromCharCode(byte));
  }
  expect(accepted.join("")).toBe(
    ` !"$%&'()*+,-.0123456789:;<=>ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz~`,
  );
});

test("case, brackets, default ports and an empty path beside a host are no differences", () => {
  for (const text of ["HTTP://E.com:80", "http://[::1]/", "https://e.com:443/a"])
    expect(compareUrlReaders(text)).toMatchObject({ agree: true, refused: [], differences: [] });
});

test("differences list the readers by value", () => {
  const { agree, refused, differences } = compareUrlReaders("http://good.com\\@evil.com/");
  expect([agree, refused]).toEqual([false, ["java", "go"]]);
  const listed = differences.flatMap(({ part, values }) => values.map(({ value, readers }) => `${part} ${value}: ${readers.join(" ")}`)); // prettier-ignore
  expect(listed).toEqual([
    "host good.com: whatwg node",
    "host evil.com: rfc3986 python php perl",
    "path /@evil.com/: whatwg node",
    "path /: rfc3986 python php perl",
  ]);
});

testLinearTime(
  { "compareUrlReaders of a URL": (text) => compareUrlReaders(`http://${text}`) },
  {
    letters: (units) => "a".repeat(units),
    spaces: (units) => `${" ".repeat(units)}x`,
    "spaces at the end": (units) => `x${" ".repeat(units)}`,
    "invalid UTF-8": (units) => "%FF".repeat(units / 3),
    "at signs": (units) => "@".repeat(units),
    "line feeds": (units) => "\n".repeat(units),
    colons: (units) => ":1".repeat(units / 2),
    brackets: (units) => "[".repeat(units),
    quotes: (units) => `"${"<".repeat(units)}`,
    labels: (units) => "\u00e9.".repeat(units / 2),
  },
);

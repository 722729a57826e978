import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { FormRequestError, type FormRequestOptions, parseFormRequest } from "../../../library/src/form/index.ts";

const TYPE = "application/x-www-form-urlencoded";

function request(body: BodyInit | null, headers: Record<string, string> = { "content-type": TYPE }): Request {
  return new Request("http://localhost/", { method: "POST", headers, body, duplex: "half" } as RequestInit);
}

async function outcome(sent: Request, options?: FormRequestOptions): Promise<unknown> {
  try {
    return [...(await parseFormRequest(sent, options))];
  } catch (error) {
    if (!(error instanceof FormRequestError)) throw error;
    return [error.status, error.code, error.index, error.length];
  }
}

/** A body of many chunks that records how many were read, and whether it was cancelled. */
function counted(chunk: string, count: number) {
  const seen = { pulled: 0, cancelled: false };
  const bytes = new TextEncoder().encode(chunk);
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (seen.pulled++ < count) controller.enqueue(bytes);
      else controller.close();
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { stream, seen };
}

const BYTES = new TextEncoder().encode("a=1");

describe("the parameters of the media type", () => {
  test("may be in quotes, empty, long and unknown", async () => {
    for (const parameters of [
      " ; x=y",
      ";charset=UTF-8",
      '; charset="utf-8"',
      '; charset="ut\\f-8"',
      ";; charset=utf-8 ;",
      '; x="a;charset=utf-7"',
      // As long as the kernel's block.
      `;x="${'\\"'.repeat(9999)}"`,
      "; Charset=latin1",
    ]) {
      const sent = request(BYTES, { "content-type": TYPE.toUpperCase() + parameters });
      expect(await outcome(sent, { charsets: [encoding("latin1")] }), parameters.slice(0, 40)).toEqual([["a", "1"]]);
    }
  });

  // Parsers read most of these differently.
  test.each([
    [";charset=latin1", "charset-refused", 42, 6],
    ['; charset="a\\"b"; x=y', "charset-refused", 43, 6],
    ['; charset=xutf-8"', "unsupported-media-type", 49, 1],
    ["; charset =utf-7", "unsupported-media-type", 35, 14],
    ["; charset= utf-7", "unsupported-media-type", 35, 14],
    ["; charset\t=utf-7;x=y", "unsupported-media-type", 35, 14],
    ["; charset", "unsupported-media-type", 35, 7],
    ["; charset=", "unsupported-media-type", 35, 8],
    ["; =utf-7", "unsupported-media-type", 35, 6],
    ['; charset="utf-8', "unsupported-media-type", 35, 14],
    ['; charset="utf-8"x', "unsupported-media-type", 50, 1],
    ["; charset=utf-8 charset=utf-7", "unsupported-media-type", 49, 13],
    ["; charset=utf-8, application/x-www-form-urlencoded; charset=utf-7", "unsupported-media-type", 48, 35],
    ["; x=y z;charset=utf-7", "unsupported-media-type", 39, 1],
    ["; charset=utf-8;charset=utf-7", "charset-refused", 57, 5],
    ["; charset=utf-8;charset=utf-8", "charset-refused", 57, 5],
    ['; charset=utf-8; x=y; CHARSET="utf-7"', "charset-refused", 63, 7],
    ["; charset*=utf-8''utf-7", "charset-refused", 44, 12],
    ["; charset*=utf-8", "charset-refused", 44, 5],
    ["; charset=utf-8;charset*0=utf-7", "charset-refused", 59, 5],
  ])("%j is refused", async (parameters, code, index, length) => {
    expect(await outcome(request(BYTES, { "content-type": TYPE + parameters }))).toEqual([415, code, index, length]);
  });
});

test.each<[headers: Record<string, string>, wanted: unknown]>([
  [{}, [415, "unsupported-media-type", 0, 0]],
  [{ "content-type": "text/plain" }, [415, "unsupported-media-type", 0, 10]],
  [{ "content-type": `${TYPE}x` }, [415, "unsupported-media-type", 0, TYPE.length + 1]],
  [{ "content-type": TYPE, "content-encoding": "gzip" }, [415, "unsupported-media-type", 0, 4]],
  [{ "content-type": TYPE, "content-encoding": "identity" }, [["a", "1"]]],
  [{ "content-type": TYPE, "content-length": "8" }, [["a", "1"]]],
  [{ "content-type": TYPE, "content-length": "9" }, [413, "limit-exceeded", 8, 1]],
])("the headers %j", async (headers, wanted) => {
  expect(await outcome(request(BYTES, headers), { limits: { body: 8 } })).toEqual(wanted);
});

test("bodies: text, nothing, other encodings", async () => {
  expect(await outcome(request("a=1&b=%C3%A9"))).toEqual([["a", "1"], ["b", "é"]]); // prettier-ignore
  expect(await outcome(request(null))).toEqual([]);
  const headers = { "content-type": `${TYPE}; charset=shift_jis` };
  expect(await outcome(request("x=%82%A0", headers), { charsets: [encoding("sjis")] })).toEqual([["x", "あ"]]);
  const options = { charsetField: [encoding("sjis")] };
  expect(await outcome(request("x=%82%A0&_charset_=sjis"), options)).toEqual([["x", "あ"], ["_charset_", "sjis"]]); // prettier-ignore
  expect(await outcome(request("_charset_=utf-7"), options)).toEqual([415, "charset-refused", 10, 5]);
});

test("a body without faults is parsed with all options, also if it is long enough for the kernel", async () => {
  const sjis = encoding("sjis");
  const japanese = { "content-type": `${TYPE};charset=shift_jis` };
  const cases: [body: string, options: FormRequestOptions, wanted: unknown, headers?: Record<string, string>][] = [
    ["a=1;b=2", { separator: "&;" }, [["a", "1"], ["b", "2"]]],
    ["a=1&b=x", { accept: /[^x]/u }, [400, "not-accepted", 6, 1]],
    // C3 A9 is one letter in UTF-8, and two in Shift_JIS.
    ["a=%C3%A9", { encoding: sjis }, [["a", "ﾃｩ"]]],
    ["a=%C3%A9", { charsets: [sjis] }, [["a", "ﾃｩ"]], japanese],
    ["a=%C3%A9&_charset_=sjis", { charsetField: [sjis] }, [["a", "ﾃｩ"], ["_charset_", "sjis"]]],
    // The longest form of the name: each unit is an escape.
    ["a=%C3%A9&%5F%43%68%61%72%73%65%74%5F=sjis", { charsetField: [sjis] }, [["a", "ﾃｩ"], ["_Charset_", "sjis"]]],
  ]; // prettier-ignore
  for (const [body, options, wanted, headers] of cases) {
    for (const text of [body, body + "&".repeat(0x4000)]) {
      expect(await outcome(request(text, headers), options), body).toEqual(wanted);
    }
  }
});

describe("a hostile body is not read any further after a limit is exceeded", () => {
  const cases: [what: string, chunk: string, chunks: number, status: number][] = [
    ["in all", "a".repeat(1023) + "&", 100_000, 1001],
    ["pairs", "a=1&".repeat(100), 100_000, 11],
    ["a name", "a".repeat(1000), 100_000, 2],
    ["a value", "=".repeat(65_536), 100_000, 17],
    ["empty pairs", "&".repeat(65_536), 100_000, 129],
  ];
  for (const [what, chunk, chunks, most] of cases) {
    test(what, async () => {
      const { stream, seen } = counted(chunk, chunks);
      expect((await outcome(request(stream))) as unknown[]).toMatchObject({ 0: 413, 1: "limit-exceeded" });
      expect(seen.cancelled).toBe(true);
      // The stream may have read one chunk ahead.
      expect(seen.pulled).toBeLessThanOrEqual(most + 2);
    });
  }
});

test("errors of the body's stream pass through", async () => {
  const own = new Error("the line went dead");
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(own);
    },
  });
  await expect(parseFormRequest({ headers: new Headers({ "content-type": TYPE }), body })).rejects.toBe(own);
});

test("headers with leading and trailing spaces", async () => {
  const headers = {
    get: (name: string) => ({ "content-type": ` ${TYPE} `, "content-encoding": " Identity\t" })[name] ?? null,
  };
  expect([...(await parseFormRequest({ headers, body: null }))]).toEqual([]);
});

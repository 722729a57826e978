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

/** Parameters that parsers interpret differently. */
const MISREAD = (
  [
    ["charset =utf-7", "unsupported-media-type", 35, 14],
    ["charset= utf-7", "unsupported-media-type", 35, 14],
    ["charset\t=utf-7;x=y", "unsupported-media-type", 35, 14],
    ["charset", "unsupported-media-type", 35, 7],
    ["charset=", "unsupported-media-type", 35, 8],
    ["=utf-7", "unsupported-media-type", 35, 6],
    ['charset="utf-8', "unsupported-media-type", 35, 14],
    ['charset="utf-8"x', "unsupported-media-type", 50, 1],
    ["charset=utf-8 charset=utf-7", "unsupported-media-type", 49, 13],
    ["charset=utf-8, application/x-www-form-urlencoded; charset=utf-7", "unsupported-media-type", 48, 35],
    ["x=y z;charset=utf-7", "unsupported-media-type", 39, 1],
    ["charset=utf-8;charset=utf-7", "charset-refused", 57, 5],
    ["charset=utf-8;charset=utf-8", "charset-refused", 57, 5],
    ['charset=utf-8; x=y; CHARSET="utf-7"', "charset-refused", 63, 7],
    ["charset*=utf-8''utf-7", "charset-refused", 44, 12],
    ["charset*=utf-8", "charset-refused", 44, 5],
    ["charset=utf-8;charset*0=utf-7", "charset-refused", 59, 5],
  ] as const
).map(
  ([parameters, code, index, length]) =>
    [parameters, { "content-type": `${TYPE}; ${parameters}` }, {}, [415, code, index, length]] as const,
);

describe("headers", () => {
  const latin = encoding("windows-1252");
  const cases: readonly (readonly [what: string, headers: Record<string, string>, FormRequestOptions, unknown])[] = [
    ["no media type", {}, {}, [415, "unsupported-media-type", 0, 0]],
    ["another media type", { "content-type": "text/plain" }, {}, [415, "unsupported-media-type", 0, 10]],
    ["a longer media type", { "content-type": `${TYPE}x` }, {}, [415, "unsupported-media-type", 0, TYPE.length + 1]],
    ["any case, white space", { "content-type": `${TYPE.toUpperCase()} ; x=y` }, {}, [["a", "1"]]],
    ["charset=utf-8", { "content-type": `${TYPE};charset=UTF-8` }, {}, [["a", "1"]]],
    ["charset in quotes", { "content-type": `${TYPE}; charset="utf-8"` }, {}, [["a", "1"]]],
    ["empty parameters", { "content-type": `${TYPE};; charset=utf-8 ;` }, {}, [["a", "1"]]],
    [
      "a parameter as long as the kernel's block",
      { "content-type": `${TYPE};x="${'\\"'.repeat(9999)}"` },
      {},
      [["a", "1"]],
    ],
    ["charset inside another parameter", { "content-type": `${TYPE}; x="a;charset=utf-7"` }, {}, [["a", "1"]]],
    [
      "a charset that is not allowed",
      { "content-type": `${TYPE};charset=latin1` },
      {},
      [415, "charset-refused", 42, 6],
    ],
    [
      "a charset in quotes that is not allowed",
      { "content-type": `${TYPE}; charset="a\\"b"; x=y` },
      {},
      [415, "charset-refused", 43, 6],
    ],
    ["a charset that is allowed", { "content-type": `${TYPE}; Charset=latin1` }, { charsets: [latin] }, [["a", "1"]]],
    ["compressed", { "content-type": TYPE, "content-encoding": "gzip" }, {}, [415, "unsupported-media-type", 0, 4]],
    ["not compressed", { "content-type": TYPE, "content-encoding": "identity" }, {}, [["a", "1"]]],
    ["a quoted charset with an escape", { "content-type": `${TYPE}; charset="ut\\f-8"` }, {}, [["a", "1"]]],
    [
      "a charset that a quote ends but does not begin",
      { "content-type": `${TYPE}; charset=xutf-8"` },
      {},
      [415, "unsupported-media-type", 49, 1],
    ],
    ...MISREAD,
    ["a length at the limit", { "content-type": TYPE, "content-length": "8" }, { limits: { body: 8 } }, [["a", "1"]]],
    [
      "a length over the limit",
      { "content-type": TYPE, "content-length": "9" },
      { limits: { body: 8 } },
      [413, "limit-exceeded", 8, 1],
    ],
  ];
  for (const [what, headers, options, wanted] of cases) {
    test(what, async () => {
      const sent = new Request("http://localhost/", { method: "POST", headers, body: new TextEncoder().encode("a=1") });
      // Node's Request does not set content-length here.
      expect(await outcome(sent, options)).toEqual(wanted);
    });
  }
});

test("bodies: text, nothing, other encodings", async () => {
  expect(await outcome(request("a=1&b=%C3%A9"))).toEqual([["a", "1"], ["b", "é"]]); // prettier-ignore
  expect(await outcome(request(null))).toEqual([]);
  const headers = { "content-type": `${TYPE}; charset=shift_jis` };
  expect(await outcome(request("x=%82%A0", headers), { charsets: [encoding("sjis")] })).toEqual([["x", "あ"]]);
  const options = { charsetField: [encoding("sjis")] };
  expect(await outcome(request("x=%82%A0&_charset_=sjis"), options)).toEqual([["x", "あ"], ["_charset_", "sjis"]]); // prettier-ignore
  expect(await outcome(request("_charset_=utf-7"), options)).toEqual([415, "charset-refused", 10, 5]);
  expect(await outcome(request("a=1&b=%zz"))).toEqual([400, "malformed-escape", 6, 1]);
  expect(await outcome(request("a=%FF"))).toEqual([400, "invalid-utf8", 2, 3]);
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
  const text = new ReadableStream({
    start(controller) {
      controller.enqueue("a=1");
      controller.close();
    },
  });
  const wrong = { headers: new Headers({ "content-type": TYPE }), body: text as ReadableStream<Uint8Array> };
  await expect(parseFormRequest(wrong)).rejects.toThrow(TypeError);
});

test("headers with leading and trailing spaces", async () => {
  const headers = {
    get: (name: string) => ({ "content-type": ` ${TYPE} `, "content-encoding": " Identity\t" })[name] ?? null,
  };
  expect([...(await parseFormRequest({ headers, body: null }))]).toEqual([]);
});

test("a request without the property body is a TypeError", async () => {
  await expect(parseFormRequest({ headers: new Headers({ "content-type": TYPE }) } as never)).rejects.toThrow(
    TypeError,
  );
});

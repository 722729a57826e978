import { describe, expect, test, vi } from "vitest";
import { encoding } from "../../library/src/charset/index.ts";
import { type FormOptions, parseForm, parseFormRequest } from "../../library/src/form/index.ts";
import {
  type DecodeIssue,
  percentDecode,
  PercentDecoder,
  type DecoderOptions,
  PercentEncodingError,
} from "../../library/src/index.ts";
import { FormParseStream, PercentDecodeStream, PercentEncodeStream } from "../../library/src/stream.ts";
import { collectOutput } from "../support/streams.ts";

/** Texts with one fault of each kind, and one without. */
const TEXTS = "a=1&b=c+d a=%zz a=%4 a=%FF %C0%AF=1 a=\ud800b a=%zz\ud800%FF&\udc00=% a=%u0041 a=\0".split(" ");

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const TYPE = { "content-type": "application/x-www-form-urlencoded" };

type Listener = { readonly onIssue?: ((issue: DecodeIssue) => void) | undefined };

/** Returns the value of a call, or the properties of its error. */
async function outcome(call: () => unknown): Promise<unknown> {
  try {
    return { value: await call() };
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return { error: [error.code, error.index, error.length, error.message] };
  }
}

function decodeInto(text: string, options: DecoderOptions): unknown {
  const target = new Uint8Array(256);
  const progress = new PercentDecoder(options).decodeInto(toBytes(text), target);
  return [progress, [...target]];
}

const POLICIES: readonly object[] = [
  {},
  { malformed: "keep" },
  { malformed: "drop", invalidUtf8: "replace" },
  { invalidUtf8: "keep" },
  { malformed: "keep", invalidUtf8: "keep", loneSurrogate: "replace" },
];
const FORM_POLICIES: readonly FormOptions[] = [
  ...POLICIES,
  { rules: "whatwg" },
  { rules: "whatwg", malformed: "throw" },
  { accept: /[^\0]/u },
  { rules: "whatwg", accept: /[^\0]/u },
  { encoding: encoding("shift_jis") },
];

/** Returns the options with these names, since each function refuses others. */
function pick(options: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}
const DECODER = ["malformed", "invalidUtf8", "onIssue"];
const ENCODER = ["loneSurrogate", "onIssue"];

const CODEC: Record<string, (text: string, options: object) => unknown> = {
  PercentDecoder: (text, options) => decodeInto(text, pick(options, DECODER)),
  "PercentDecoder, %uXXXX": (text, options) => decodeInto(text, { ...pick(options, DECODER), percentU: true }),
  PercentDecodeStream: (text, options) => collectOutput(new PercentDecodeStream(options), [text, toBytes(text)]),
  PercentEncodeStream: (text, options) =>
    collectOutput(new PercentEncodeStream(undefined, pick(options, ENCODER)), [text, toBytes(text)]),
};
const FORMS: Record<string, (text: string, options: FormOptions & Listener) => unknown> = {
  parseForm: (text, options) => [...parseForm(text, options)],
  "parseForm of bytes": (text, options) => [...parseForm(toBytes(text), options)],
  "parseForm, charsetField": (text, options) => [...parseForm(text, { ...options, charsetField: [] })],
  FormParseStream: (text, options) => collectOutput(new FormParseStream(options as object), [text]),
  parseFormRequest: async (text, options) => [
    ...(await parseFormRequest(new Request("http://x/", { method: "POST", body: text, headers: TYPE }), options)),
  ],
};

test.each([
  ...Object.entries(CODEC).map(([name, call]) => [name, call, POLICIES] as const),
  ...Object.entries(FORMS).map(([name, call]) => [name, call, FORM_POLICIES] as const),
])("a listener does not change the result: %s", async (_, call, policies) => {
  let issueCount = 0;
  for (const options of policies) {
    for (const text of TEXTS) {
      const silent = await outcome(() => call(text, options));
      const listening = await outcome(() => call(text, { ...options, onIssue: () => issueCount++ }));
      expect(listening, `${text} ${JSON.stringify(options)}`).toEqual(silent);
    }
  }
  expect(issueCount).toBeGreaterThan(0);
});

describe("a callback may call the library again", () => {
  test("but not the PercentDecoder that calls it", () => {
    for (const name of ["onIssue", "accept"]) {
      const again = vi.fn(() => {
        const error = { name: "TypeError", message: expect.stringContaining(name) as string };
        expect(() => decoder.decodeInto(toBytes("%41"), new Uint8Array(64))).toThrow(expect.objectContaining(error));
        return true;
      });
      const decoder: PercentDecoder = new PercentDecoder({ malformed: "keep", [name]: again });
      const target = new Uint8Array(64);
      expect(decoder.decodeInto(toBytes("%zz%42"), target)).toEqual({ read: 6, written: 4 });
      expect(new TextDecoder().decode(target.subarray(0, 4))).toBe("%zzB");
      expect(again).toHaveBeenCalled();
    }
  });

  test("and a PercentDecoder still works after its listener threw", () => {
    const onIssue = vi.fn().mockImplementationOnce(() => {
      throw new RangeError("enough");
    });
    const decoder = new PercentDecoder({ malformed: "keep", onIssue });
    expect(() => decoder.decodeInto(toBytes("%zz"), new Uint8Array(64))).toThrow(RangeError);
    expect(decoder.decodeInto(toBytes("%zz"), new Uint8Array(64))).toEqual({ read: 3, written: 3 });
  });

  test("onIssue of a form, and accept", () => {
    const form = `a=%zz&${"b=%41&".repeat(1000)}c=%FF`;
    const options = { malformed: "keep", invalidUtf8: "keep", limits: { pairs: 2000 } } as const;
    const wanted = [...parseForm(form, options)];
    const again = vi.fn(() => expect([...parseForm(form, options)]).toEqual(wanted));
    expect([...parseForm(form, { ...options, onIssue: again })]).toEqual(wanted);
    const accept = (): boolean => percentDecode("%41".repeat(2000)).length === 2000;
    expect(percentDecode("%42%C3%A9c", { accept })).toBe("Béc");
    expect(again).toHaveBeenCalledTimes(2);
  });
});

import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { formParser, type FormParserOptions } from "../../../library/src/adapters/express.ts";
import { formParser as plugin } from "../../../library/src/adapters/fastify.ts";

const TYPE = { "content-type": "application/x-www-form-urlencoded" };
const CHUNKED = { ...TYPE, "transfer-encoding": "chunked" };
const GZIP = { ...CHUNKED, "content-encoding": "gzip" };

/** Returns the body or the error of a request with these chunks; after the last chunk it ends, or calls `stop`. */
async function parse(
  headers: object,
  chunks: readonly Uint8Array[],
  options?: FormParserOptions,
  stop?: (request: Readable) => void,
  more?: object,
) {
  const left = [...chunks];
  const request = new Readable({
    read() {
      if (left.length > 0) this.push(left.shift());
      else if (stop === undefined) this.push(null);
      else stop(this);
    },
  });
  const all = Object.assign(request, { headers: headers as Record<string, string>, body: undefined, ...more });
  const error = await new Promise((next) => formParser(options)(all, undefined, next));
  return (error ?? all.body) as Record<string, unknown> | undefined;
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("only a request that has a body is parsed", async () => {
  expect(await parse(TYPE, [])).toBe(undefined);
  expect(await parse({ ...TYPE, "content-length": "0" }, [])).toEqual({});
  expect(await parse(TYPE, [bytes("a=1")], {}, undefined, { httpVersionMajor: 2 })).toEqual({ a: "1" });
  expect(await parse(CHUNKED, [bytes("a=%C3"), bytes("%A9&a=")])).toEqual({ a: ["é", ""] });
  expect(await parse(CHUNKED, [bytes(`${"n".repeat(2000)}=1`)])).toEqual({ ["n".repeat(2000)]: "1" });
});

test("a request that is closed, has failed or was changed before its end is an error with a type", async () => {
  const aborted = { type: "request.aborted", status: 400, expose: true, code: "ECONNABORTED", length: undefined };
  const half = gzipSync("a=1").subarray(0, 12);
  for (const stop of [
    (request: Readable) => request.destroy(),
    (request: Readable) => request.destroy(new Error("x")),
  ]) {
    expect(await parse(CHUNKED, [bytes("a=")], {}, stop)).toMatchObject({ ...aborted, received: 2 });
    expect(await parse(GZIP, [half], {}, stop)).toMatchObject(aborted);
  }
  expect(await parse(CHUNKED, [], {}, undefined, { destroyed: true })).toMatchObject(aborted);
  expect(await parse(CHUNKED, [], {}, undefined, { readable: false })).toMatchObject({ type: "stream.not.readable", status: 500, expose: false }); // prettier-ignore
});

test("without node:zlib a compressed body is refused", async () => {
  vi.stubGlobal("process", { ...process, getBuiltinModule: undefined });
  const answer = await parse(GZIP, [gzipSync("a=1")]);
  vi.unstubAllGlobals();
  expect(answer).toMatchObject({ type: "encoding.unsupported", status: 415, code: "unsupported-media-type" });
  expect(await parse(GZIP, [gzipSync("a=1")])).toEqual({ a: "1" });
});

test("a plugin passes its errors to done", () => {
  const called = (instance: object, options: object): string | undefined => {
    let message: string | undefined;
    plugin(instance as never, options, (error) => (message = error?.message));
    return message;
  };
  const instance = { addContentTypeParser: vi.fn() };
  expect(called(instance, { bodyLimit: 1, limits: { body: 1 } })).toMatch("are one limit: use bodyLimit");
  expect(called(instance, { parser: () => ({}) })).toMatch("no other parser");
  expect(called(instance, { bodyLimit: 7 })).toBe(undefined);
  expect(instance.addContentTypeParser.mock.calls[0]?.slice(0, 2)).toEqual([TYPE["content-type"], { parseAs: "buffer", bodyLimit: 7 }]); // prettier-ignore
  const taken = () => { throw new Error("already present"); }; // prettier-ignore
  expect(called({ addContentTypeParser: taken }, {})).toBe("already present");
});

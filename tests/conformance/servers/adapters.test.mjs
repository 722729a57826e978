// Tests the adapters in real Express and Fastify servers over loopback: `node --test tests/conformance/servers/adapters.test.mjs`.
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { after, before, describe, test } from "node:test";
import formbody from "@fastify/formbody";
import express from "express";
import Fastify from "fastify";
import { encoding } from "../../../library/dist/charset/index.js";
import { formParser as expressParser } from "../../../library/dist/adapters/express.js";
import { formParser as fastifyParser } from "../../../library/dist/adapters/fastify.js";
import { serveHttp } from "../../support/loopback.mjs";

const TYPE = "application/x-www-form-urlencoded";
/** @type {import("../../../library/dist/adapters/express.js").FormParserOptions} */
const options = {
  charsets: [encoding("shift_jis"), encoding("windows-1252")],
  charsetField: [encoding("shift_jis")],
  object: "pairs",
  limits: { name: 1024, value: 4096, body: 100_000 },
};
const answer = (pairs) => ({ pairs: pairs?.[Symbol.iterator] ? [...pairs] : (pairs ?? null) });
/** What a handler reads from a form as an object: a sent field, the inherited `toString`, and the own properties. */
const fields = ({ body }) => ({ a: body.a, none: body.toString ?? null, own: Object.keys(body) });

/** The messages that reached Express's error handler. */
const failures = [];

const SERVERS = {
  async express() {
    const app = express();
    app.post("/raw", express.raw({ type: TYPE }));
    app.post("/read", express.urlencoded());
    app.post("/drained", (request, _response, next) => request.on("end", next).resume());
    app.post("/late", (_request, _response, next) => setTimeout(() => next(), 200));
    app.post("/object", expressParser({ ...options, object: "throw" }), (request, response) =>
      response.json(fields(request)),
    );
    app.post("/object-array", expressParser({ ...options, object: "array" }), (request, response) =>
      response.json(fields(request)),
    );
    app.use(expressParser(options), express.json());
    app.post("/{*any}", (request, response) => response.json(answer(request.body)));
    app.use((error, _request, response, _next) => {
      failures.push(error.message);
      response.status(error.status ?? 500).json({ code: error.code, index: error.index });
    });
    return serveHttp(app);
  },
  async fastify() {
    const app = Fastify();
    app.setErrorHandler((error, _request, reply) => {
      reply.code(error.status ?? error.statusCode ?? 500).send({ code: error.code, index: error.index });
    });
    // Each parser has its own scope, because a scope allows only one parser per media type.
    const serve = (path, more, read) =>
      app.register(async (scope) => {
        await scope.register(fastifyParser, { ...options, ...more });
        scope.post(path, (request, reply) => reply.send(read(request)));
      });
    serve("/", {}, ({ body }) => answer(body));
    serve("/object", { object: "throw" }, fields);
    serve("/object-array", { object: "array" }, fields);
    const port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
    return { port, close: () => app.close() };
  },
};

/** Makes the body of a request without a length. */
const inChunks = (chunk, count) => () => {
  let sent = 0;
  const pull = (controller) => (sent++ < count ? controller.enqueue(Buffer.from(chunk)) : controller.close());
  return new ReadableStream({ pull });
};
/** Bodies, each with the status, the answer, and the content type and the path where they are others. The last one comes after the errors. */
// prettier-ignore
const POSTS = /** @type {[string, any, number, object, string?, string?][]} */ ([
  ["a form", "a=1&a=%C3%A9&__proto__=x+y", 200, { pairs: [["a", "1"], ["a", "é"], ["__proto__", "x y"]] }],
  ["an empty form", "", 200, { pairs: [] }],
  ["a form as an object", "a=1&__proto__=2", 200, { a: "1", none: null, own: ["a", "__proto__"] }, TYPE, "/object"],
  ["a second value", "b=1&a=2&b=3", 400, { code: "duplicate-name", index: 8 }, TYPE, "/object"],
  ["a second value of an array", "a=1&a=2", 200, { a: ["1", "2"], none: null, own: ["a"] }, TYPE, "/object-array"],
  ["a malformed escape", "a=%zz", 400, { code: "malformed-escape", index: 2 }, TYPE, "/object"],
  ["Shift_JIS", Buffer.from("x=%82%A0&y=\x82\xa2", "latin1"), 200, { pairs: [["x", "あ"], ["y", "い"]] }, `${TYPE}; charset=Shift_JIS`],
  ["windows-1252", "x=%80%E9", 200, { pairs: [["x", "€é"]] }, `${TYPE};charset="windows-1252"`],
  ["the field _charset_", "x=%82%A0&_charset_=sjis", 200, { pairs: [["x", "あ"], ["_charset_", "sjis"]] }],
  ["another charset", "x=1", 415, { code: "charset-refused", index: 43 }, `${TYPE}; charset=euc-jp`],
  ["a long value", `a=${"x".repeat(5000)}`, 413, { code: "limit-exceeded", index: 4098 }],
  ["a long body", "&".repeat(100_001), 413, { code: "limit-exceeded", index: 100_000 }],
  ["a long body without a length", inChunks("&".repeat(10_000), 20), 413, { code: "limit-exceeded", index: 100_000 }],
  ["a long name without a length", inChunks("n".repeat(500), 3), 413, { code: "limit-exceeded", index: 1024 }],
  ["JSON", '{"a":1}', 200, { pairs: { a: 1 } }, "application/json"],
  ["a form after errors", "a=1", 200, { pairs: [["a", "1"]] }],
]);

for (const [name, start] of Object.entries(SERVERS)) {
  describe(name, () => {
    let server;
    before(async () => {
      server = await start();
    });
    after(() => server.close());

    const post = async (body, contentType = TYPE, path = "/") => {
      /** @type {RequestInit & { duplex: "half" }} required for a stream as the body */
      const init = {
        method: "POST",
        headers: { "content-type": contentType },
        body,
        duplex: "half",
        signal: AbortSignal.timeout(10_000),
      };
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
      return [response.status, await response.json()];
    };

    for (const [what, body, status, wanted, contentType, path] of POSTS)
      test(`${what} is answered by ${status}`, async () => {
        assert.deepEqual(await post(typeof body === "function" ? body() : body, contentType, path), [status, wanted]);
      });

    test("the connection of a client that keeps sending after an error is closed", async () => {
      const socket = connect(server.port, "127.0.0.1");
      const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${TYPE}\r\ntransfer-encoding: chunked\r\n\r\n`;
      socket.on("error", () => {}).write(head);
      const chunk = `10000\r\n${"&".repeat(65_536)}\r\n`;
      const sending = setInterval(() => socket.write(chunk), 1);
      const closed = new Promise((resolve) => socket.on("close", resolve));
      let heard = "";
      socket.setEncoding("utf8").on("data", (text) => (heard += String(text)));
      await Promise.race([closed, new Promise((_, reject) => setTimeout(reject, 8000, new Error("still open")))]);
      clearInterval(sending);
      assert.match(heard, /^HTTP\/1.1 413 /);
    });

    if (name === "express") {
      test("a request whose body was discarded or whose client has disconnected does not hang", async () => {
        assert.deepEqual(await post("a=1", TYPE, "/drained"), [200, { pairs: null }]);
        const socket = connect(server.port, "127.0.0.1");
        socket.write(`POST /late HTTP/1.1\r\nhost: x\r\ncontent-type: ${TYPE}\r\ncontent-length: 9\r\n\r\na=`);
        setTimeout(() => socket.destroy(), 50);
        await new Promise((resolve) => setTimeout(resolve, 400));
        assert.deepEqual(failures.at(-1), "request aborted");
      });

      test("a body that raw() has inflated is parsed", async () => {
        const response = await fetch(`http://127.0.0.1:${server.port}/raw`, {
          method: "POST",
          headers: { "content-type": TYPE, "content-encoding": "gzip" },
          body: gzipSync("a=1"),
        });
        assert.deepEqual(await response.json(), { pairs: [["a", "1"]] });
      });

      test("a body that raw() has read is parsed, one that urlencoded() has parsed is kept", async () => {
        assert.deepEqual(await post("a=1&a=2", TYPE, "/raw"), [200, { pairs: [["a", "1"], ["a", "2"]] }]); // prettier-ignore
        assert.deepEqual(await post("a=1", TYPE, "/read"), [200, { pairs: { a: "1" } }]);
      });
    }
  });
}

const verifyWith = (thrown) => (request, _response, body, encodingName) => {
  request.seen = [Buffer.isBuffer(body), body.toString(), encodingName];
  if (thrown !== undefined) throw thrown;
};
const coded = (coding, body) => ({ headers: { "content-encoding": coding }, body });
const typed = (type, body) => ({ headers: { "content-type": type }, body });
const bomb = gzipSync(Buffer.alloc(10_000_000, "&"));
const CHUNKED = { "transfer-encoding": "chunked" };
const LONG = `a=${"x".repeat(1500)}`;
const PATTERNS = [
  "urlencoded",
  "*/*",
  "application/*",
  "application/*+form",
  ["text/x", TYPE],
  "*/x-www-form-urlencoded",
];
const TYPES = [TYPE, "Application/X-WWW-form-urlencoded ; charset=utf-8", "application/a+form", "text/x", "foo", "a/"];
const REFUSED = [415, { type: "charset.unsupported" }];

/**
 * Options, a request (a form, or headers and a body), and where percodec's answer differs, that answer.
 *
 * @type {[options: object, request: string | { headers?: object, body?: string | Uint8Array | string[] }, differs?: [status: number, answer: object]][]}
 */
// prettier-ignore
const BESIDE_EXPRESS = /** @type {never} */ ([
  ...["a=1&b=2&b=3&c", "", "a[]=1&b[c]=2", "a.b=x,y&2=a&1=b", "a=1;b=2", "toString=1&constructor=3"].map((body) => [{}, body]),
  ...["", ["a=", "1"]].map((body) => [{}, { headers: CHUNKED, body }]),
  [{ extended: false, charsetSentinel: false, interpretNumericEntities: false, defaultCharset: "utf-8" }, "a[b]=1"],
  ...["1kb", "1KB", "1 kb", "0.5Kb", "100b", "100", 100, "1mb", "0.001gb", 0].flatMap((limit) =>
    [`a=${"x".repeat(98)}`, LONG, { headers: CHUNKED, body: ["a=", LONG] }].map((request) => [{ limit }, request])),
  ...[102_400, 102_401].map((length) => [{}, "x".repeat(length)]),
  [{ limit: "2mb" }, `${"n".repeat(2000)}=${"x".repeat(1_500_000)}`],
  ...[[2, "a&b"], [2.9, "a&b&c"], [Infinity, "a&".repeat(2000)], [undefined, "a&".repeat(1001)]].map(([parameterLimit, body]) => [{ parameterLimit }, body]),
  ...PATTERNS.flatMap((type) => TYPES.map((sent) => [{ type }, typed(sent, "a=1")])),
  ...["x", "y"].map((sent) => [{ type: ({ headers }) => headers["content-type"] === "x" }, typed(sent, "a")]),
  ...["a=%C3%A9", coded("gzip", gzipSync("a=1"))].map((request) => [{ verify: verifyWith() }, request]),
  [{ verify: false }, "a=1"],
  ...[{}, { status: 400 }, { statusCode: 401, type: "own" }, { status: 900 }].map((more) => [{ verify: verifyWith(Object.assign(new Error("no"), more)) }, "a=1"]),
  [{ verify: verifyWith("no Error") }, "a=1"],
  ...[true, false].flatMap((inflate) => [
    ...[coded("gzip", gzipSync("a=1")), coded("DEFLATE", deflateSync("a=1")), coded("br", brotliCompressSync("a=1"))].map((request) => [{ inflate }, request]),
    ...["gzip", "deflate", "br", "zstd", "nulls", "gzip, gzip", "identity", "Identity"].map((coding) => [{ inflate }, coded(coding, "not compressed")]),
  ]),
  ...[bomb, bomb.subarray(0, 2000), gzipSync("a=1").subarray(0, 15), Buffer.concat([gzipSync("a=1"), gzipSync("&b")]), ""].map((body) => [{}, coded("gzip", body)]),
  ...["koi8-r", "UTF-8", '"utf-8"'].map((charset) => [{ limit: 5 }, typed(`${TYPE}; charset=${charset}`, "a=1")]),
  ...["length=20", "length=0", "length=x", "encoding=utf8", "drain=1", "body=1"].map((change) => [{}, { headers: { change }, body: "abc" }]),
  // Express keeps what is malformed.
  ...["a=%zz", "a=%FF", Buffer.from("a=\xff", "latin1")].map((body) => [{}, { body }, [400, { type: "entity.parse.failed" }]]),
  [{ rules: "whatwg" }, "a=%zz"],
  // Every name is kept, and empty pairs are not counted.
  [{}, "=1", [200, { body: { "": "1" } }]],
  [{}, "__proto__=1", [200, { body: JSON.parse('{"__proto__":"1"}') }]],
  [{ parameterLimit: 2 }, "&&a&b&", [200, { body: { a: "", b: "" } }]],
  // An option names the other encodings, and a content type that parsers read differently is refused.
  ...["; charset=iso-8859-1", "; charset =utf-8", "; charset=utf-8; charset=koi8-r"].map((more) => [{}, typed(TYPE + more, "a=1"), REFUSED]),
  // Case does not matter in a media type.
  [{ type: "APPLICATION/X" }, typed("application/x", "a"), [200, { body: { a: "" } }]],
]);

const ERROR_FIELDS = ["message", "type", "status", "statusCode", "expose", "limit", "charset", "encoding", "expected"];

describe("express.urlencoded() and formParser() with the same options", () => {
  const app = express();
  app.use((request, _response, next) => {
    const [what, value] = (request.headers["change"] ?? "").split("=");
    if (what === "length") request.headers["content-length"] = value;
    if (what === "encoding") request.setEncoding(value);
    if (what === "body") request.body = {};
    if (what === "drain") request.on("end", next).resume();
    else next();
  });
  for (const [place, [given]] of BESIDE_EXPRESS.entries()) {
    app.post(`/ours/${place}`, expressParser(given));
    app.post(`/theirs/${place}`, express.urlencoded(given));
  }
  app.post("/{*any}", ({ body, seen }, response) => response.json({ body, seen }));
  app.use((error, { seen }, response, _next) => {
    const shown = Object.fromEntries(ERROR_FIELDS.map((name) => [name, error[name]]));
    response.status(error.status).json({ ...shown, seen });
  });
  let server;
  before(async () => {
    server = await serveHttp(app);
  });
  after(() => server.close());

  const send = (path, request) =>
    new Promise((resolve, reject) => {
      const { headers = {}, body = request } = typeof request === "string" ? {} : request;
      const chunks = [body].flat();
      const length = headers["transfer-encoding"] ? {} : { "content-length": Buffer.byteLength(chunks[0]) };
      const init = {
        port: server.port,
        path,
        method: "POST",
        headers: { "content-type": TYPE, ...length, ...headers },
      };
      const sent = httpRequest(init, async (response) => {
        const text = Buffer.concat(await response.toArray()).toString();
        resolve([response.statusCode, JSON.parse(text)]);
      });
      for (const chunk of chunks) sent.write(chunk);
      sent.on("error", reject).end();
    });

  for (const [place, [given, request, differs]] of BESIDE_EXPRESS.entries()) {
    test(`${place}: ${JSON.stringify(given)} ${JSON.stringify(request).slice(0, 80)}`, async () => {
      const ours = await send(`/ours/${place}`, request);
      const theirs = await send(`/theirs/${place}`, request);
      if (differs === undefined) return assert.deepEqual(ours, theirs);
      assert.notDeepEqual(ours, theirs);
      assert.deepEqual(ours, [differs[0], { ...ours[1], ...differs[1] }]);
    });
  }
});

test("the limits of a route, the plugin and the instance of Fastify apply as with @fastify/formbody", async () => {
  const collect = async (plugin) => {
    const app = Fastify({ bodyLimit: 30 });
    const serve = (path, given, route) =>
      app.register(async (scope) => {
        await scope.register(plugin, given);
        scope.post(path, route, ({ body }) => body);
      });
    serve("/instance", {}, {});
    serve("/plugin", { bodyLimit: 20 }, {});
    serve("/route", { bodyLimit: 20 }, { bodyLimit: 40 });
    const results = [];
    for (const url of ["/instance", "/plugin", "/route"]) {
      for (const length of [20, 30, 40, 41]) {
        const payload = `a=1&a=2&b=${"x".repeat(length - 10)}`;
        const response = await app.inject({ method: "POST", url, headers: { "content-type": TYPE }, payload });
        results.push([url, length, response.statusCode, response.json()]);
      }
    }
    await app.close();
    return results;
  };
  assert.deepEqual(await collect(fastifyParser), await collect(formbody));
});

// Tests the adapters in real Express and Fastify servers over loopback: `node --test tests/conformance/servers/adapters.test.mjs`.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { after, before, describe, test } from "node:test";
import express from "express";
import Fastify from "fastify";
import { encoding } from "../../../library/dist/charset/index.js";
import { formParser as expressParser } from "../../../library/dist/adapters/express.js";
import { formParser as fastifyParser } from "../../../library/dist/adapters/fastify.js";
import { listen } from "../../support/loopback.mjs";

const TYPE = "application/x-www-form-urlencoded";
const options = {
  charsets: [encoding("shift_jis"), encoding("windows-1252")],
  charsetField: [encoding("shift_jis")],
  limits: { value: 4096, body: 100_000 },
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
    const server = createServer(app);
    return { port: await listen(server), close: () => server.close() };
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

    test("a form", async () => {
      const pairs = [
        ["a", "1"],
        ["a", "é"],
        ["__proto__", "x y"],
      ];
      assert.deepEqual(await post("a=1&a=%C3%A9&__proto__=x+y"), [200, { pairs }]);
      assert.deepEqual(await post(""), [200, { pairs: [] }]);
    });

    test("the option object: fields are properties, and the option decides about a second value", async () => {
      const own = ["a", "__proto__"];
      assert.deepEqual(await post("a=1&__proto__=2", TYPE, "/object"), [200, { a: "1", none: null, own }]);
      assert.deepEqual(await post("b=1&a=2&b=3", TYPE, "/object"), [400, { code: "duplicate-name", index: 8 }]);
      assert.deepEqual(await post("a=1&a=2", TYPE, "/object-array"), [200, { a: ["1", "2"], none: null, own: ["a"] }]);
      assert.deepEqual(await post("a=%zz", TYPE, "/object"), [400, { code: "malformed-escape", index: 2 }]);
    });

    test("a malformed content type and a second charset", async () => {
      const refused = await post("a=1", `${TYPE}; charset =utf-7`);
      assert.deepEqual(refused, [415, { code: "unsupported-media-type", index: 35 }]);
      assert.deepEqual(await post("a=1", `${TYPE};charset=utf-8;charset=utf-7`), [
        415,
        { code: "charset-refused", index: 56 },
      ]);
    });

    test("shift_jis and windows-1252 bodies", async () => {
      const sjis = Buffer.from("x=%82%A0&y=\x82\xa2", "latin1");
      assert.deepEqual(await post(sjis, `${TYPE}; charset=Shift_JIS`), [200, { pairs: [["x", "あ"], ["y", "い"]] }]); // prettier-ignore
      assert.deepEqual(await post("x=%80%E9", `${TYPE};charset="windows-1252"`), [200, { pairs: [["x", "€é"]] }]);
      assert.deepEqual(await post("x=%82%A0&_charset_=sjis"), [200, { pairs: [["x", "あ"], ["_charset_", "sjis"]] }]); // prettier-ignore
      assert.deepEqual(await post("x=1", `${TYPE}; charset=euc-jp`), [415, { code: "charset-refused", index: 43 }]);
    });

    test("malformed bodies", async () => {
      assert.deepEqual(await post("a=1&b=%zz"), [400, { code: "malformed-escape", index: 6 }]);
      assert.deepEqual(await post("a=%FF"), [400, { code: "invalid-utf8", index: 2 }]);
      assert.deepEqual(await post("a=%FF", `${TYPE}; charset=sjis`), [400, { code: "undecodable", index: 2 }]);
    });

    test("bodies over a limit, with and without a length", async () => {
      assert.deepEqual(await post(`a=${"x".repeat(5000)}`), [413, { code: "limit-exceeded", index: 4098 }]);
      assert.deepEqual(await post("&".repeat(100_001)), [413, { code: "limit-exceeded", index: 100_000 }]);
      const endless = (chunk, count) => {
        const bytes = new TextEncoder().encode(chunk);
        let sent = 0;
        return new ReadableStream({
          pull: (controller) => (sent++ < count ? controller.enqueue(bytes) : controller.close()),
        });
      };
      assert.deepEqual(await post(endless("&".repeat(10_000), 20)), [413, { code: "limit-exceeded", index: 100_000 }]);
      assert.deepEqual(await post(endless("n".repeat(500), 3)), [413, { code: "limit-exceeded", index: 1024 }]);
    });

    test("20,000 pairs are rejected at the 1,001st", async () => {
      const body = "a=1&".repeat(20_000);
      assert.deepEqual(await post(body), [413, { code: "limit-exceeded", index: 4000 }]);
    });

    test("JSON passes untouched, and the server still answers", async () => {
      assert.deepEqual(await post('{"a":1}', "application/json"), [200, { pairs: { a: 1 } }]);
      assert.deepEqual(await post("a=1"), [200, { pairs: [["a", "1"]] }]);
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
        assert.deepEqual(failures.at(-1), "the request was closed before its end");
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

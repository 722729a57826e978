// Checks the adapters against the frameworks' types: `tsc -p tests/conformance/servers`.
import express from "express";
import Fastify from "fastify";
import { encoding } from "../../../library/dist/charset/index.js";
import { formParser as expressParser } from "../../../library/dist/adapters/express.js";
import { formParser as fastifyParser } from "../../../library/dist/adapters/fastify.js";
import type { FormPairs } from "../../../library/dist/form/index.js";

const options = { charsets: [encoding("shift_jis")], limits: { pairs: 100 }, object: "pairs" } as const;

const app = express();
app.use(expressParser(options));
app.post("/", expressParser(options), (request, response) => {
  const pairs: FormPairs = request.body;
  response.json(pairs.toObject());
});

const verify = (request: express.Request, _response: express.Response, body: Buffer) =>
  request.get(body.toString("hex"));
app.use(expressParser({ limit: "1mb", type: ({ headers }) => headers["x"] === "1", verify }));
app.post("/object", expressParser({ object: "array" }), (request, response) => {
  response.json(request.body.a);
});

const server = Fastify();
void server.register(fastifyParser, options);
void server.register(fastifyParser, { object: "last", bodyLimit: 100 });
server.post<{ Body: Record<string, string> }>("/object", (request) => request.body["a"]);
server.post<{ Body: FormPairs }>("/", (request) => request.body.toObject());

// The adapters fit the frameworks' own types: `tsc -p conformance/servers`.
import express from "express";
import Fastify from "fastify";
import { encoding } from "../../dist/charset/index.js";
import { formParser as expressParser } from "../../dist/adapters/express.js";
import { formParser as fastifyParser } from "../../dist/adapters/fastify.js";
import type { FormPairs } from "../../dist/form/index.js";

const options = { charsets: [encoding("shift_jis")], limits: { pairs: 100 } };

const app = express();
app.use(expressParser(options));
app.post("/", expressParser(), (request, response) => {
  const pairs: FormPairs = request.body;
  response.json(pairs.toObject());
});

const server = Fastify();
void server.register(fastifyParser, options);
server.post<{ Body: FormPairs }>("/", (request) => request.body.toObject());

// Runs a parser of the runtime, `formData` or `querystring`, on all bodies and writes JSON. Runs on Node, Bun and Deno.
import querystring from "node:querystring";
import { BODIES } from "./bodies.mjs";

const PARSERS = {
  async formData({ bytes, contentType }) {
    const headers = { "content-type": contentType };
    const request = new Request("http://localhost/", { method: "POST", headers, body: bytes });
    return { pairs: [...(await request.formData())] };
  },
  /** The parser accepts a string, so the body is first decoded as UTF-8 by `toString()`. */
  querystring({ bytes }) {
    return { object: querystring.parse(Buffer.from(bytes).toString()) };
  },
};

const parse = PARSERS[process.argv[2]];
const outcomes = [];
for (const body of BODIES) {
  try {
    outcomes.push(await parse(body));
  } catch (error) {
    outcomes.push({ thrown: String(error) });
  }
}
console.log(JSON.stringify(outcomes));

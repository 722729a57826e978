// The parsers of one runtime over all bodies, as JSON: `formData` or `querystring`. Runs on Node, Bun and Deno.
import querystring from "node:querystring";
import { BODIES } from "./bodies.mjs";

const PARSERS = {
  async formData({ bytes, contentType }) {
    const headers = { "content-type": contentType };
    const request = new Request("http://localhost/", { method: "POST", headers, body: bytes });
    return { pairs: [...(await request.formData())] };
  },
  /** Takes a string, so somebody has decoded the body before: as UTF-8, which is what `toString()` does. */
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

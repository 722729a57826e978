// Runs a parser of the runtime or percodec on all bodies and writes JSON: parsers.mjs NAME. Runs on Node, Bun and Deno.
import querystring from "node:querystring";
import { BODIES } from "./bodies.mjs";

const toRequest = ({ bytes, contentType }) =>
  new Request("http://localhost/", { method: "POST", headers: { "content-type": contentType }, body: bytes });

const PARSERS = {
  formData: async (body) => ({ pairs: [...(await toRequest(body).formData())] }),
  /** The parser accepts a string, so the body is first decoded as UTF-8 by `toString()`. */
  querystring: ({ bytes }) => ({ object: querystring.parse(Buffer.from(bytes).toString()) }),
  /** By the strict rules; windows-1252 is allowed if the content type names a charset. */
  async percodec(body) {
    const { encoding } = await import("../../../library/dist/charset/index.js");
    const { parseForm, parseFormRequest } = await import("../../../library/dist/form/index.js");
    if (!body.contentType.includes("charset")) return { pairs: [...parseForm(body.bytes)] };
    return { pairs: [...(await parseFormRequest(toRequest(body), { charsets: [encoding("windows-1252")] }))] };
  },
};

const parse = PARSERS[process.argv[2]];
const outcomes = [];
for (const body of BODIES) {
  try {
    outcomes.push(await parse(body));
  } catch (error) {
    const isOurs = error.name === "PercentEncodingError";
    outcomes.push({ thrown: isOurs ? `${error.code} at ${error.index}` : String(error) });
  }
}
console.log(JSON.stringify(outcomes));

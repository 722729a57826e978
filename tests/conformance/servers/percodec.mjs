// Runs the built library on all bodies and writes JSON. It is strict, and windows-1252 is allowed if the content type names a charset.
import { encoding } from "../../../library/dist/charset/index.js";
import { parseForm, parseFormRequest } from "../../../library/dist/form/index.js";
import { BODIES } from "./bodies.mjs";

const parse = ({ bytes, contentType }) => {
  if (!contentType.includes("charset")) return parseForm(bytes);
  const headers = { "content-type": contentType };
  const request = new Request("http://localhost/", { method: "POST", headers, body: bytes });
  return parseFormRequest(request, { charsets: [encoding("windows-1252")] });
};

const outcomes = [];
for (const body of BODIES) {
  try {
    outcomes.push({ pairs: [...(await parse(body))] });
  } catch (error) {
    if (error.name !== "PercentEncodingError") throw error;
    outcomes.push({ thrown: `${error.code} at ${error.index}` });
  }
}
console.log(JSON.stringify(outcomes));

// Runs in the engine: measures one row of rows.mjs. light.mjs and kernel.mjs are the scripts of the builds.
import * as percodec from "../../library/dist/index.js";
import { ecmascript } from "../../library/dist/sets/index.js";
import { texts } from "../corpus.mjs";
import { compare } from "../measure.mjs";

/** Returns a string with one of `!'()*` in fifty characters. */
const withExtra = (text) => text.replace(/.{49}./gs, (part, at) => part.slice(0, 49) + "!'()*"[(at / 50) % 5]);

function setUp({ direction, density, units, set }) {
  const inputs = texts({ direction, density: density === "extra" ? "typical" : density, units });
  if (direction === "decode")
    return { inputs, native: (text) => decodeURIComponent(text), ours: (text) => percodec.percentDecode(text) };
  const native = (text) => encodeURIComponent(text);
  if (set !== "component")
    return { inputs, native, ours: (text) => percodec.percentEncode(text, ecmascript.encodeURIComponent) };
  const given = density === "extra" ? inputs.map(withExtra) : inputs;
  return { inputs: given, native, ours: (text) => percodec.percentEncode(text) };
}

const toRfc3986 = (encoded) => encoded.replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the times of a row as JSON; throws if an answer is wrong. */
export function measureRow(row, rounds, roundMs) {
  const { inputs, native, ours } = setUp(row);
  const expect = row.set === "component" ? (text) => toRfc3986(native(text)) : native;
  if (inputs.some((text) => ours(text) !== expect(text))) throw new Error(`${row.id}: a wrong answer`);
  const candidates = [
    { name: "percodec", call: ours, touch: "text" },
    { name: "native", call: native, touch: "text" },
  ];
  return JSON.stringify(compare(candidates, inputs, { rounds, roundMs }));
}

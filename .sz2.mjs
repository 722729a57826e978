import { build } from "esbuild";
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
const stubs = {
  legacy: {
    "charset/decode.js": "export const decodeLegacy=(s,f,t,l,r,o,p)=>l.percentDecode(s,f,t,r,o,p);",
    "charset/encode.js": `import { requireChoice } from "../base/arguments.js"; import { encodeText, throwsOnLoneSurrogate } from "../codec/encode.js"; import { outputEncoding } from "./encoding.js";
 const N=/[\\x0e\\x0f\\x1b\\u0080-\\uffff]/; export const isEncodedAsAscii=(t)=>!N.test(t);
 export function resolveEncodeOptions(encoding, { loneSurrogate, unencodable }) { return { output: outputEncoding(encoding), throwsOnLoneSurrogate: throwsOnLoneSurrogate({ loneSurrogate }), refusesUnencodable: requireChoice(unencodable, ["reference", "throw"], "unencodable") === "throw" }; }
 export function encodeAfterEncoding(text, table, resolved) { const { name, legacy } = resolved.output; return legacy === undefined || isEncodedAsAscii(text) ? encodeText(text, table, resolved.throwsOnLoneSurrogate) : legacy.percentEncode(text, table, resolved); }`,
  },
  inspection: { "form/inspection.js": "export const hashTexts=()=>'';export const addInspection=()=>{};" },
  serialize: { "form/serialize.js": "export const readPairsOptions=()=>{};export const serializeFlat=()=>{};" },
  near: { "base/options.js": null },
};
const [mod, names, ...which] = process.argv.slice(2);
const map = Object.assign({}, ...which.map((w) => stubs[w]));
const r = await build({
  stdin: { contents: `export { ${names} } from "./dist/${mod}.js"`, resolveDir: process.cwd() },
  bundle: true,
  minify: true,
  platform: "browser",
  format: "esm",
  write: false,
  metafile: true,
  tsconfigRaw: "{}",
  plugins: [
    {
      name: "s",
      setup(b) {
        b.onLoad({ filter: /dist\/.*\.js$/ }, ({ path }) => {
          const k = Object.keys(map).find((k) => path.endsWith("/dist/" + k));
          return k && map[k] !== null ? { contents: map[k] } : undefined;
        });
      },
    },
  ],
});
console.log(which.join("+") || "-", gzipSync(r.outputFiles[0].contents, { level: 9 }).length);

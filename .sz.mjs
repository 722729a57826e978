import { build } from "esbuild";
import { gzipSync } from "node:zlib";
const [mod, names] = process.argv.slice(2);
const r = await build({
  stdin: { contents: `export { ${names} } from "./dist/${mod}.js"`, resolveDir: process.cwd() },
  bundle: true,
  minify: true,
  platform: "browser",
  format: "esm",
  write: false,
  metafile: true,
  tsconfigRaw: "{}",
});
const out = Object.values(r.metafile.outputs)[0];
console.log(
  "total",
  r.outputFiles[0].contents.length,
  "gzip",
  gzipSync(r.outputFiles[0].contents, { level: 9 }).length,
);
for (const [n, { bytesInOutput: b }] of Object.entries(out.inputs).sort(
  (a, b) => b[1].bytesInOutput - a[1].bytesInOutput,
))
  console.log(b, n);

import { build } from "esbuild";
const [mod, names] = process.argv.slice(2);
const r = await build({
  stdin: { contents: `export { ${names} } from "./dist/${mod}.js"`, resolveDir: process.cwd() },
  bundle: true,
  minify: true,
  platform: "browser",
  format: "esm",
  write: false,
  tsconfigRaw: "{}",
});
process.stdout.write(r.outputFiles[0].text);

// Runs a bundle in workerd. Its import of the kernel's file is a compiled module, as Wrangler passes it.
import { createRequire } from "node:module";

const require = createRequire(new URL("../runtimes/package.json", import.meta.url));
const { Miniflare } = require("miniflare");

/** Returns the export `result` of a bundle. */
export async function runInWorkerd(code, kernel) {
  const [name] = /[\w./-]*kernel\.wasm/.exec(code) ?? ["kernel.wasm"];
  const main = `import { result } from "./bundle.mjs"; export default { fetch: () => Response.json(result) };`;
  const miniflare = new Miniflare({
    modules: [
      { type: "ESModule", path: "main.mjs", contents: main },
      { type: "ESModule", path: "bundle.mjs", contents: code.replaceAll(name, "./kernel.wasm") },
      { type: "CompiledWasm", path: "kernel.wasm", contents: kernel },
    ],
    compatibilityDate: "2026-01-01",
  });
  try {
    return await (await miniflare.dispatchFetch("http://localhost/")).json();
  } finally {
    await miniflare.dispose();
  }
}

// Runs a bundle in workerd. Its import of the kernel's file is a compiled module, as Wrangler passes it.
import { startWorkerd } from "../../support/workerd.mjs";

/** Returns the export `result` of a bundle. */
export async function runInWorkerd(code, kernel) {
  const [name] = /[\w./-]*kernel\.wasm/.exec(code) ?? ["kernel.wasm"];
  const { port, stop } = await startWorkerd({
    "main.mjs": `import { result } from "./bundle.mjs"; export default { fetch: () => Response.json(result) };`,
    "bundle.mjs": code.replaceAll(name, "./kernel.wasm"),
    "kernel.wasm": kernel,
  });
  try {
    return await (await fetch(`http://127.0.0.1:${port}/`)).json();
  } finally {
    await stop();
  }
}

// Bundles a script with each bundler for a target: `browser`, `node` or `workerd`. Each function returns the code of one ES module.
// Vite, rolldown and esbuild are those of the root.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build as esbuild } from "esbuild";
import { rolldown } from "rolldown";
import { rollup } from "rollup";
import { build as vite } from "vite";
import webpack from "webpack";
import { makeTemporaryFolder } from "../../support/temporary-folder.mjs";

/** The conditions of Cloudflare's own bundler, Wrangler. */
const WORKERD = ["workerd", "worker", "browser"];

const isKernelFile = (id) => id.endsWith(".wasm");

/** @type {Record<string, (entry: string, target: string) => Promise<string>>} */
export const BUNDLERS = {
  async esbuild(entry, target) {
    const { outputFiles } = await esbuild({
      entryPoints: [entry],
      bundle: true,
      format: "esm",
      minify: true,
      write: false,
      logLevel: "error",
      platform: target === "node" ? "node" : "browser",
      external: ["*.wasm"],
      ...(target === "workerd" && { conditions: WORKERD }),
    });
    return outputFiles.map(({ text }) => text).join("");
  },
  async rollup(entry, target) {
    const resolve = nodeResolve(
      target === "node" ? { exportConditions: ["node"] } : { browser: true, exportConditions: target === "workerd" ? WORKERD : [] },
    ); // prettier-ignore
    const bundle = await rollup({ input: entry, plugins: [resolve], external: isKernelFile });
    const { output } = await bundle.generate({ format: "esm" });
    await bundle.close();
    return output[0].code;
  },
  async rolldown(entry, target) {
    const bundle = await rolldown({
      input: entry,
      platform: target === "node" ? "node" : "browser",
      external: isKernelFile,
      ...(target === "workerd" && { resolve: { conditionNames: [...WORKERD, "import"] } }),
    });
    const { output } = await bundle.generate({ format: "esm", minify: true });
    await bundle.close();
    return output[0].code;
  },
  async vite(entry, target) {
    const lib = { entry, formats: /** @type {["es"]} */ (["es"]), fileName: "out" };
    const result = await vite({
      root: join(entry, ".."),
      configFile: false,
      logLevel: "error",
      ...(target === "workerd" && { resolve: { conditions: WORKERD } }),
      ...(target === "node" && { ssr: { noExternal: true } }),
      build: {
        write: false,
        ...(target === "node" ? { ssr: entry } : { lib }),
        rolldownOptions: { external: isKernelFile },
      },
    });
    const [made] = [result].flat();
    if (made === undefined || !("output" in made)) throw new Error("vite made no bundle");
    return made.output[0].code;
  },
  async webpack(entry, target) {
    const folder = makeTemporaryFolder("webpack");
    const compiler = webpack({
      mode: "production",
      entry,
      target: { node: "node20", browser: ["web", "es2022"], workerd: ["webworker", "es2022"] }[target],
      experiments: { outputModule: true },
      output: { path: folder, filename: "out.mjs", library: { type: "module" } },
      externals: [({ request }, done) => (isKernelFile(request) ? done(undefined, `module ${request}`) : done())],
      ...(target === "workerd" && { resolve: { conditionNames: [...WORKERD, "import"] } }),
    });
    await new Promise((resolve, reject) =>
      compiler.run((error, stats) => {
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString()));
        else compiler.close(resolve);
      }),
    );
    return readFileSync(`${folder}/out.mjs`, "utf8");
  },
};

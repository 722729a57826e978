// Starts a worker in workerd, from a configuration that embeds its modules.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeTemporaryFolder } from "./temporary-folder.mjs";

const PROGRAM = fileURLToPath(
  new URL("../conformance/runtimes/node_modules/@cloudflare/workerd-linux-64/bin/workerd", import.meta.url),
);

/** The date has no effect on the results now; it is fixed so that later changes have none either. */
const toConfiguration = (names) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [${names.map((name) => `(name = "${name}", ${name.endsWith(".wasm") ? "wasm" : "esModule"} = embed "${name}")`).join(", ")}],
  compatibilityDate = "2026-01-01",
);
`;

/**
 * @param {Record<string, string | Uint8Array>} modules their contents by name; the first one exports the worker
 * @returns the port on the loopback address, and a function that stops the worker
 */
export async function startWorkerd(modules) {
  const folder = makeTemporaryFolder("workerd");
  for (const [name, content] of Object.entries(modules)) writeFileSync(`${folder}/${name}`, content);
  writeFileSync(`${folder}/config.capnp`, toConfiguration(Object.keys(modules)));
  // workerd writes a line of JSON to the control descriptor when a socket listens.
  const words = ["serve", "--control-fd=3", `${folder}/config.capnp`];
  const child = spawn(PROGRAM, words, { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  const exited = new Promise((resolve) => void child.once("close", resolve));
  const stop = async () => {
    child.kill();
    await exited;
  };
  try {
    const line = await Promise.race([
      new Promise((resolve) => void child.stdio[3]?.once("data", resolve)),
      exited.then((status) => Promise.reject(new Error(`workerd ended with ${status}`))),
    ]);
    return { port: Number(JSON.parse(String(line)).port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

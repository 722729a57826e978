// Candidates for bytes that need no copying: in the kernel's memory, and in an array by the scalar path. Both write into an existing
// buffer. The library chooses its kernel once, so the scalar path is a second copy of the build, loaded while the host has no WebAssembly.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as percodec from "percodec";
import { allocateBuffers, enableWasm } from "percodec/wasm";
import { makeTemporaryFolder } from "../../tests/support/temporary-folder.mjs";
import { bytes } from "../corpus.mjs";
import { EXPECT, same } from "./bytes.mjs";

const dist = fileURLToPath(new URL("../../library/dist", import.meta.url));
if (!enableWasm()) throw new Error("this host does not compile the kernel");
const scalar = await loadScalar();

export function kernelCandidates(workload) {
  const { direction } = workload;
  const input = bytes(workload);
  // The two buffers are in the memory of a new kernel.
  const { source, target } = allocateBuffers();
  source.set(input);
  const row = (name, kind, codec, from, to, options) => {
    const step = direction === "decode" ? "decodeInto" : "encodeInto";
    const call = () => codec[step](from, to, options);
    return { name, kind, call, touch: "written", normalize: ({ written }) => to.slice(0, written) };
  };
  const create = (library) => (direction === "decode" ? new library.PercentDecoder() : new library.PercentEncoder());
  const capacity = direction === "decode" ? input.length : 3 * input.length;
  const unchanged = { read: input.length, written: input.length };
  const candidates = [
    row("percodec", "ours", create(percodec), source.subarray(0, input.length), target),
    row("scalar", "scalar", create(scalar), input, new Uint8Array(capacity), { final: true }),
    { name: "identity", kind: "ceiling", call: () => unchanged, touch: "written" },
  ];
  return { inputs: [input], expect: EXPECT[direction], same, candidates };
}

/** Loads a copy of the library without the kernel. Long inputs make it look for WebAssembly, which it does only once. */
async function loadScalar() {
  const copy = makeTemporaryFolder("scalar");
  // `imports` of package.json names the modules below dist.
  cpSync(dist, join(copy, "dist"), { recursive: true });
  cpSync(join(dist, "..", "package.json"), join(copy, "package.json"));
  const { WebAssembly } = globalThis;
  Reflect.deleteProperty(globalThis, "WebAssembly");
  try {
    const library = await import(pathToFileURL(join(copy, "dist", "index.js")).href);
    const encoded = library.percentEncodeBytes(new Uint8Array(1 << 16));
    library.percentDecodeBytes(encoded);
    library.percentDecode(library.percentEncode("\u0436".repeat(1 << 16)));
    const target = new Uint8Array(encoded.length * 3);
    new library.PercentEncoder().encodeInto(encoded, target);
    new library.PercentDecoder().decodeInto(encoded, target);
    return library;
  } finally {
    Object.defineProperty(globalThis, "WebAssembly", { value: WebAssembly, writable: true, configurable: true });
  }
}

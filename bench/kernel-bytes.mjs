// Candidates for bytes that need no copying: in the kernel's memory, and in an array by the scalar path. The library chooses
// its kernel once, so the scalar path is a second copy of the build, loaded while the host has no WebAssembly.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeTemporaryFolder } from "../tests/support/temporary-folder.mjs";

const dist = fileURLToPath(new URL("../library/dist", import.meta.url));

/** @returns `candidates(input, direction)`, or `skip`, the reason for having none */
export async function loadKernelBytes() {
  const wasm = await import("percodec/wasm");
  if (!wasm.enableWasm()) return { skip: "this host does not compile the kernel" };
  const { PercentDecoder, PercentEncoder } = await import("percodec");
  const scalar = await loadScalar();
  return {
    candidates(input, direction) {
      // The two buffers are in the memory of a new kernel.
      const buffers = wasm.allocateBuffers();
      const capacity = direction === "decode" ? input.length : 3 * input.length;
      buffers.source.set(input);
      const source = buffers.source.subarray(0, input.length);
      const { target } = buffers;
      const scalarTarget = new Uint8Array(capacity);
      const ours = direction === "decode" ? new PercentDecoder() : new PercentEncoder();
      const codec = direction === "decode" ? new scalar.PercentDecoder() : new scalar.PercentEncoder();
      const step = direction === "decode" ? "decodeInto" : "encodeInto";
      return [
        {
          name: "percodec",
          kind: "ours",
          call: () => ours[step](source, target),
          result: ({ written }) => target.slice(0, written),
        },
        {
          name: "scalar",
          kind: "scalar",
          call: () => codec[step](input, scalarTarget, { final: true }),
          result: ({ written }) => scalarTarget.slice(0, written),
        },
      ];
    },
  };
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
    const scalar = await import(pathToFileURL(join(copy, "dist", "index.js")).href);
    const bytes = scalar.percentEncodeBytes(new Uint8Array(1 << 16));
    scalar.percentDecodeBytes(bytes);
    scalar.percentDecode(scalar.percentEncode("\u0436".repeat(1 << 16)));
    const target = new Uint8Array(bytes.length * 3);
    new scalar.PercentEncoder().encodeInto(bytes, target);
    new scalar.PercentDecoder().decodeInto(bytes, target);
    return scalar;
  } finally {
    Object.defineProperty(globalThis, "WebAssembly", { value: WebAssembly, writable: true, configurable: true });
  }
}

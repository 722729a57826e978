// The two ways to work on bytes that already lie where they are needed: in the kernel's memory, and by the scalar path. The
// library takes its kernel for good when it first needs one, so the scalar path is a second copy of what is built, which
// finds no WebAssembly when it looks.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

/** @returns `candidates(input, direction)`, or `skip`, the reason why there are none */
export async function loadKernelBytes() {
  const simd = await import("percodec/wasm").catch((error) => {
    if (error.code === "ERR_PACKAGE_PATH_NOT_EXPORTED") return undefined;
    throw error;
  });
  if (simd === undefined) return { skip: "percodec/wasm does not exist" };
  if (!simd.enableWasm()) return { skip: "this host does not compile the kernel" };
  const { PercentDecoder, PercentEncoder } = await import("percodec");
  const scalar = await loadScalar();
  return {
    candidates(input, direction) {
      // Two buffers in the memory of a kernel of their own.
      const buffers = simd.allocateBuffers();
      const room = direction === "decode" ? input.length : 3 * input.length;
      buffers.source.set(input);
      const source = buffers.source.subarray(0, input.length);
      const { target } = buffers;
      const own = new Uint8Array(room);
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
          call: () => codec[step](input, own, { final: true }),
          result: ({ written }) => own.slice(0, written),
        },
      ];
    },
  };
}

/** The library without a kernel. It looks for one at the first long input, and never again. */
async function loadScalar() {
  const copy = mkdtempSync(join(tmpdir(), "percodec-scalar-"));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  cpSync(dist, copy, { recursive: true });
  cpSync(join(dist, "..", "package.json"), join(copy, "package.json"));
  const { WebAssembly } = globalThis;
  Reflect.deleteProperty(globalThis, "WebAssembly");
  try {
    const scalar = await import(pathToFileURL(join(copy, "index.js")).href);
    const bytes = scalar.percentEncodeBytes(new Uint8Array(1 << 16));
    scalar.percentDecodeBytes(bytes);
    scalar.percentDecode(scalar.percentEncode("\u0436".repeat(1 << 16)));
    const room = new Uint8Array(bytes.length * 3);
    new scalar.PercentEncoder().encodeInto(bytes, room);
    new scalar.PercentDecoder().decodeInto(bytes, room);
    return scalar;
  } finally {
    Object.defineProperty(globalThis, "WebAssembly", { value: WebAssembly, writable: true, configurable: true });
  }
}

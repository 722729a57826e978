import { validUtf8Until } from "../../library/src/base/utf8.ts";
import { decodeScalar, encodeScalar } from "../../library/src/kernel/scalar.ts";
import type { Kernel } from "../../library/src/kernel/types.ts";

/** The scalar code as a kernel. */
export const scalarKernel: Kernel = {
  decode: decodeScalar,
  encode: encodeScalar,
  validUtf8Until,
  text: undefined,
  form: undefined,
};

/** Returns a kernel that uses neither the platform's functions nor WebAssembly, so that scalar code processes all text. */
export function scalarOnly(kernel: Kernel): Kernel {
  const kernelMinUnits = { ascii: 0, any: 0, unchanged: 0, decode: 0 };
  return { ...kernel, text: { kernelMinUnits, encode: () => undefined, decode: () => undefined } };
}

import { requireOnly } from "../run/set-options.ts";
import { type Invocation, readSegmentAllowed } from "../line/arguments.ts";
import { LINE_FLAGS } from "../line/flags.ts";
import { transcode } from "../run/bytes.ts";
import { createEncoder } from "../run/encoder.ts";

/** `percodec encode`. */
export async function encode(invocation: Invocation): Promise<number | undefined> {
  if (invocation.has("explain")) {
    requireOnly(invocation, "explain", ["set", "keep", "form", "encoding", "unencodable", ...LINE_FLAGS]);
    return (await import("./explain.ts")).explainEncoding(invocation);
  }
  if (invocation.has("compare")) {
    requireOnly(invocation, "compare", LINE_FLAGS);
    return (await import("./compare-languages.ts")).compareAllEncoders(invocation);
  }
  if (invocation.has("for")) return (await import("../run/purpose.ts")).convertFor(invocation);
  readSegmentAllowed(invocation);
  return transcode(invocation, await createEncoder(invocation));
}

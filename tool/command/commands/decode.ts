import { requireOnly } from "../run/set-options.ts";
import { LINE_FLAGS } from "../line/flags.ts";
import { type Invocation, readSegmentAllowed } from "../line/arguments.ts";
import { transcode } from "../run/bytes.ts";
import { createDecoder } from "../run/decoder.ts";

/** `percodec decode`. The UTF-8 of text is always checked, that of bytes only with `--invalid-utf8`, `--accept`, `--encoding` or `--json`. */
export async function decode(invocation: Invocation): Promise<number | undefined> {
  if (invocation.has("explain")) {
    const flags = ["malformed", "invalid-utf8", "form", "percent-u", "encoding", ...LINE_FLAGS] as const;
    requireOnly(invocation, "explain", flags);
    return (await import("./explain.ts")).explainDecoding(invocation);
  }
  if (invocation.has("compare")) {
    requireOnly(invocation, "compare", LINE_FLAGS);
    return (await import("./compare-languages.ts")).compareAllDecoders(invocation);
  }
  if (invocation.has("for")) return (await import("../run/purpose.ts")).convertFor(invocation);
  readSegmentAllowed(invocation);
  return transcode(invocation, await createDecoder(invocation));
}

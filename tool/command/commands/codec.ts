import { type Invocation, readSegmentAllowed } from "../line/arguments.ts";
import { transcode } from "../run/bytes.ts";
import { createDecoder, createEncoder } from "../run/codecs.ts";

/**
 * `percodec encode` and `percodec decode`. The UTF-8 of text is always checked, that of bytes only with `--invalid-utf8`, `--accept`,
 * `--encoding` or `--json`.
 */
export async function convert(invocation: Invocation): Promise<number | undefined> {
  const { command, has } = invocation;
  if (has("explain")) return (await import("./explain.ts")).explain(invocation);
  if (has("compare")) return (await import("./compare-languages.ts")).compareLanguages(invocation);
  if (has("for")) return (await import("../run/purpose.ts")).convertFor(invocation);
  readSegmentAllowed(invocation);
  return transcode(invocation, await (command === "encode" ? createEncoder : createDecoder)(invocation));
}

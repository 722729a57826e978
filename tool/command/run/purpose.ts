import { CliError, EXIT, refuse } from "../io/errors.ts";
import { type Invocation, readSegmentAllowed } from "../line/arguments.ts";
import { LINE_FLAGS } from "../line/flags.ts";
import { requireOnly } from "./set-options.ts";
import { processTexts } from "./texts.ts";

/** Returns what `--for` makes of each text: for `decode` the path of a file URI, otherwise the encoded text. */
export async function loadPurpose(invocation: Invocation): Promise<(text: string) => string> {
  const { command, has, value } = invocation;
  const purpose = invocation.choice("encode", "for")!;
  const allow = readSegmentAllowed(invocation);
  if (purpose !== "file-uri") {
    const { encodeFor } = await import("percodec/guard");
    return (text) => encodeFor(purpose, text, { allow });
  }
  const { filePath, fileUri } = await import("percodec/uri");
  const options = { windows: value("file-system") === "windows" };
  if (command !== "decode") return (path) => fileUri(path, options);
  const isLine = has("lines") && !has("null") && !has("json");
  return (uri) => {
    const path = filePath(uri, options);
    // An escape in a path is part of a name, so that none can stand for a line end.
    if (!isLine || !/[\n\r]/.test(path)) return path;
    throw new CliError(EXIT.data, "the path contains a line end: --null or --json writes it");
  };
}

/** `percodec encode --for` and `decode --for`: converts each argument or record. */
export async function convertFor(invocation: Invocation): Promise<number | undefined> {
  const { command, environment, operands, has } = invocation;
  requireOnly(invocation, "for", ["allow", "file-system", "null", "keep-going", ...LINE_FLAGS]);
  const convert = await loadPurpose(invocation);
  const readsBytes = has("file") || (operands.length === 0 && !environment.isTerminal(environment.stdin));
  if (readsBytes && !has("lines") && !has("null"))
    refuse(`--for ${command}s each TEXT or record: add --lines or --null to read files`);
  return processTexts(invocation, {
    run: convert,
    // The other options that accept a refused text exclude --for.
    accepts: (option) => option === "allow",
  });
}

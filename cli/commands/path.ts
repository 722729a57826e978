import { decodePath, decodePathReport, type DecodePathOptions } from "../../src/guard/index.ts";
import { type Invocation, readAllowed } from "../arguments.ts";
import { CliError, EXIT } from "../io/errors.ts";
import { toJson } from "../json.ts";
import { processTexts } from "../texts.ts";

/** `percodec path`: splits each path and decodes its segments; an unsafe segment is an error. */
export async function path(invocation: Invocation): Promise<number | undefined> {
  const options: DecodePathOptions = {
    allow: readAllowed(invocation),
    fileSystem: invocation.choice("path", "file-system"),
  };
  return processTexts(invocation, invocation.operands, {
    text: (text) => toJson(decodePath(requirePath(text), options)),
    report: (text) => decodePathReport(requirePath(text), options),
  });
}

/** Refuses a whole URI, whose host would be a segment. */
function requirePath(text: string): string {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text)) return text;
  throw new CliError(EXIT.data, "path takes the path of a URI; percodec parts --get path writes it");
}

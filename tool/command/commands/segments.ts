import { percentDecodeReport } from "percodec";
import { decodePath, type DecodePathOptions } from "percodec/guard";
import { inspect } from "percodec/inspect";
import { splitUri } from "percodec/uri";
import { toJson } from "../../shared/literal.ts";
import { type Invocation, readAllowed } from "../line/arguments.ts";
import { processTexts } from "../run/texts.ts";
import { shiftErrorIndex } from "../run/trim.ts";

/** A path and its index in the text. */
interface Path {
  readonly path: string;
  readonly index: number;
}

/** `percodec parts --segments`: splits each path and decodes its segments; an unsafe segment is an error. */
export async function segments(invocation: Invocation, findPath: (uri: string) => Path): Promise<number | undefined> {
  const options: DecodePathOptions = {
    allow: readAllowed(invocation),
    fileSystem: invocation.choice("parts", "file-system"),
  };
  const decode = ({ path, index }: Path) => shiftErrorIndex(index, () => decodePath(path, options));
  // Two slashes at the start of a text without a scheme are part of the path: servers read a path alone so.
  const find = (text: string): Path =>
    splitUri(text.replace(/^[\0- ]+/, "")).scheme === undefined
      ? { path: text.replace(/[?#].*$/s, ""), index: 0 }
      : findPath(text);
  return processTexts(invocation, {
    run: (text) => {
      const path = find(text);
      return { path, decoded: decode(path) };
    },
    show: ({ decoded }) => toJson(decoded),
    report: ({ path, decoded }) => report(path, decoded),
  });
}

/** Adds whether a segment is still encoded, and the findings in the path. */
function report({ path, index }: Path, decoded: readonly string[]): object {
  // The prefix makes `inspect` read the text as a path even if it begins with two slashes or has a colon in its first segment.
  const prefix = `https://p.invalid${path.startsWith("/") ? "" : "/"}`;
  return {
    segments: decoded,
    stillEncoded: percentDecodeReport(path, { percentU: true }).stillEncoded,
    findings: inspect(prefix + path).findings.map((finding) => ({
      ...finding,
      index: finding.index - prefix.length + index,
    })),
  };
}

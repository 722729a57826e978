// Markdown pages: their code blocks, links and headings.
import { readFileSync } from "node:fs";

export interface CodeBlock {
  readonly language: string;
  readonly body: string;
  /** The line of the fence in the page. */
  readonly line: number;
  /** Why the tests do not run it: `<!-- not run: REASON -->` before the fence. */
  readonly reason?: string;
  /** The file that the block copies: `<!-- file: PATH -->` before the fence. */
  readonly file?: string;
}

/** Lists the fenced blocks of a page. */
export function readBlocks(path: string): CodeBlock[] {
  const text = readFileSync(path, "utf8");
  const pattern = /(?:^<!-- (?:not run: (.+?)|file: (\S+)) -->\n\n?)?^```(\w*)[^\n]*\n([^]*?)^```$/gm;
  return Array.from(text.matchAll(pattern), ({ 0: all, 1: reason, 2: file, 3: language, 4: body, index }) => ({
    language: language!,
    body: body!,
    line: text.slice(0, index + all.indexOf("```")).split("\n").length,
    ...(reason !== undefined && { reason }),
    ...(file !== undefined && { file }),
  }));
}

/** Returns a page without code: neither fenced blocks nor code within a line. */
const withoutCode = (text: string): string =>
  text.replace(/^ *```[^]*?^ *```$/gm, "").replace(/``.*?``|`[^`\n]*`/g, "x");

/** Lists the targets of links and pictures that are not addresses of the web. */
export function listLinks(path: string): string[] {
  const text = withoutCode(readFileSync(path, "utf8"));
  return Array.from(text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, target]) => target!);
}

/** Lists the anchors of the headings of a page, as GitHub and the site make them. */
export function listAnchors(path: string): string[] {
  const text = readFileSync(path, "utf8").replace(/^```[^]*?^```$/gm, "");
  const seen = new Map<string, number>();
  return Array.from(text.matchAll(/^#{1,6} (.+)$/gm), ([, title]) => {
    const slug = title!
      .replace(/\\|`/g, "")
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replaceAll(" ", "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

// Every command that writes with -o, with something to read.
import { spawnSync } from "node:child_process";
import { CLI, ground } from "./trial.mjs";

/** What is typed, and one piece of what is read; those without one read nothing. */
const ROWS = [
  ["encode", "a b/é\n"],
  ["decode", "a%20b%2F\n"],
  ["decode --json --malformed keep", "a%20b%zz\n"],
  ["decode --lines --keep-going", "a%20b\n"],
  ["clean", "http://e.com/a b?q=é\n"],
  ["display", "http://xn--caf-dma.fr/%C3%BC\n"],
  ["normalize", "HTTP://e.com:80/%7eu\n"],
  ["compare --lines", "http://e.com/%7Eu\tHTTP://e.com/~u\n"],
  // A table is much longer than a short line.
  ["inspect", `/a%2Fb/%00${"c".repeat(500)}\n`],
  ["explain", `caf%C3%A9${"d".repeat(500)}\n`],
  ["template /{id} --lines", '{"id":"a b"}\n'],
  ["form parse --lines", "a=1&b=caf%C3%A9\n"],
  ["form build", '["a","b c"]\n'],
  ["form edit a=1 --append b=2"],
  ["sets --json"],
  ["records", "a%20b\n"],
  ["records --format nul", "a%20b\0"],
  ["records --format tsv", "a%20b\t2\n"],
  ["records --format csv", '"a%20b",2\n'],
  ["records --format jsonl --field u", '{"u":"a%20b"}\n'],
  ["records --format rowbinary", "\x05a%20b"],
];

/** Data that is refused after some of it was good. */
export const REFUSED = [
  ["decode", "a%20b%zz"],
  ["form parse --lines", "a=1\na=%zz\n"],
  ["clean", "http://e.com/\nhttp://good.com\\@evil.com/\n"],
].map(([line = "", input]) => ({ words: line.split(" "), input }));

/** What the commands were found to answer, by how much they read. */
const known = new Map();

/** The commands with so many bytes to read, and what they answer undisturbed. */
export function writers(bytes) {
  if (!known.has(bytes))
    known.set(
      bytes,
      ROWS.map(([line, piece]) => answered(line, piece, bytes)),
    );
  return known.get(bytes);
}

function answered(line, piece, bytes) {
  const words = line.split(" ");
  const input = piece?.repeat(Math.ceil(bytes / piece.length));
  const { stdout, status, stderr } = spawnSync(process.execPath, [CLI, ...words], {
    cwd: ground,
    input: input ?? "",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`percodec ${line}: exit ${status}: ${stderr.toString()}`);
  return { words, input, answer: stdout };
}

/** Those of them that read. */
export const readers = (bytes) => writers(bytes).filter(({ input }) => input !== undefined);

// The page of what answers are worth: the scale, then a table for each question.
import { format } from "prettier";
import { table } from "../../conformance/markdown.mjs";
import { code } from "./facts.mjs";
import { rankOf, SCALE } from "./scale.mjs";

const CALLS = {
  Decoding:
    "The text is a component, or the value of a form where a peer parses nothing less. percodec is `percentDecode`.",
  Encoding: "The text is a value; its encoding is right where decoding gives it back. percodec is `percentEncode`.",
  Forms: "The text is a form, and its pairs are compared, in order. percodec is `parseForm`.",
  Hosts:
    "The host of each of the URIs of [uris.md](uris.md). percodec is `cleanUriReport`, and `splitUri` of what it gives.",
  URIs: "The form of each of them, normalized or serialized. percodec is `cleanUriReport`.",
};

/** Bold where it is worth more than percodec's. */
const cells = ([own, ...others]) => [own, ...others.map((one) => (rankOf(one) > rankOf(own) ? `**${one}**` : one))];

/** Formatted here, so that the formatter of the repository finds nothing to change. */
export function ranksPage(tables) {
  const sections = tables.map(
    ({ title, names, rows }) => `## ${title}

${CALLS[title]}

${table(
  ["input", "at stake", ...names],
  rows.map(({ input, stake, outcomes }) => [code(input), stake, ...cells(outcomes)]),
)}`,
  );
  return format(
    `<!-- Written by \`node tests/surveys/peers/run.mjs\`. -->

# What peers do with bad input

Each input was given to the peers and to percodec, with their defaults, and each answer is one of these. \`npm run check:peers\`
asks them all again, and holds that in no row a peer's answer is worth more than percodec's.

${table(
  ["answer", "worth", "because"],
  SCALE.map(({ outcome, rank, reason }) => [outcome, rank, reason]),
)}

What refuses an input that has a right answer only refuses, wherever it says that the fault is. An answer that is worth more
than percodec's would be **bold**. Inputs are cut at 40 characters, and characters that are not seen are written \`\\u\`.

${sections.join("\n\n")}
`,
    { parser: "markdown", printWidth: 120, proseWrap: "preserve" },
  );
}

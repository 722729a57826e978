// Writes the page of ranks: the scale, then a table for each kind of input.
import { shortCode, table } from "../../conformance/markdown.mjs";
import { toRank, SCALE } from "./scale.mjs";

const CALLS = {
  Decoding:
    "The text is a component, or the value of a form if a peer can only parse forms. The function of percodec is `percentDecode`.",
  Encoding:
    "The text is a value. Its encoding is right if decoding returns the text. The function of percodec is `percentEncode`.",
  Forms: "The text is a form. Its pairs are compared in order. The function of percodec is `parseForm`.",
  Hosts:
    "The hosts of thirty URIs, by the URL Standard and by RFC 3986. The functions of percodec are `cleanUriReport` and `splitUri` of its value.",
  URIs: "The normalized or serialized forms of the same URIs. The function of percodec is `cleanUriReport`.",
};

/** Formats a row. An outcome of a higher rank than percodec's is bold. */
const cells = ([own, ...others]) => [own, ...others.map((one) => (toRank(one) > toRank(own) ? `**${one}**` : one))];

/** Returns the page. */
export function ranksPage(tables) {
  const sections = tables.map(
    ({ title, names, rows }) => `## ${title}

${CALLS[title]}

${table(
  ["input", "at stake", ...names],
  rows.map(({ input, stake, outcomes }) => [shortCode(input), stake, ...cells(outcomes)]),
)}`,
  );
  return `<!-- Written by \`node tests/surveys/peers/run.mjs\`. -->

# What peers do with bad input

The peers and percodec processed each input with their defaults, and each outcome is one of these. \`npm run suite -- peers\`
runs all of them again and checks that in no row a peer has a higher rank than percodec.

${table(
  ["outcome", "rank", "because"],
  SCALE.map(({ outcome, rank, reason }) => [outcome, rank, reason]),
)}

Refusing an input that has a right value counts as \`refused\`, even if the error has a place. An outcome with a higher rank
than percodec's would be **bold**. Inputs are cut at 40 characters, and invisible characters are escaped with \`\\u\`.

${sections.join("\n\n")}
`;
}

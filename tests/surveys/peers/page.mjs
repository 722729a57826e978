// Writes the page: the method, the URIs, the peers, their hosts, their forms, and percodec.
import { table } from "../../conformance/markdown.mjs";
import { code, formCell, hostCell, hostsSeen, isOutlier, kept } from "./facts.mjs";
import { BASE, URIS } from "./uris.mjs";

const answersTable = (columns, cell) =>
  table(
    ["URI", ...columns.map(({ name }) => name)],
    URIS.map(({ text }, index) => [code(text), ...columns.map(({ answers }) => cell(answers[index], { text, index }))]),
  );

const count = (answers, test) => answers.filter((answer, index) => test(answer, index)).length;

/** Returns the page. */
export function page({ peers, functions, version }) {
  const seen = hostsSeen(peers);
  const cell = ({ host, form }, { text, index }) => (host ? hostCell(host, seen[index]) : formCell(form, text));
  const hosts = (columns) => answersTable(columns, ({ host }, { index }) => hostCell(host, seen[index]));
  const forms = (columns) => answersTable(columns, ({ form }, { text }) => formCell(form, text));
  const half = [peers.slice(0, 5), peers.slice(5)];
  const counts = (answers) => [
    answers[0].host ? count(answers, ({ host }, index) => isOutlier(host, seen[index])) : "",
    ...[0, 1].map((by) =>
      answers[0].form ? count(answers, ({ form }, index) => kept(form, URIS[index]?.text) === by) : "",
    ),
    count(answers, ({ host, form }) => host?.refused || form?.refused),
  ];

  return `<!-- Written by \`node tests/surveys/peers/run.mjs\`. -->

# What ten peers do with thirty URIs

Ten libraries and percodec processed each URI with their default options; those in JavaScript ran on Node ${process.versions.node}.
\`same\` means the unchanged input. \`none\` means no host, or only that of the base \`${BASE}\`, against which a peer that
needs a base resolves relative references. Cells are truncated to 40 characters, and invisible characters are written \`\\u\`.
\`node tests/surveys/peers/run.mjs --check\` repeats the survey. The page [peers.md](peers.md) ranks the results.

- A host is **bold** if at most half of the peers that accept the URI see it. Bold does not mean wrong: the risk
  is that one program checks the URI and another, which sees a different host, sends the request. Hosts are compared in lower case,
  percent-decoded and in ASCII, IPv6 addresses by value.
- A form is the URI as a peer writes it. It is **bold** if it names another resource than the URI by the URL Standard
  and by RFC 3986. It is _italic_ if it does so by only one of them. Both treat these as equal: case of scheme and host, escapes of unreserved characters, dot-segments,
  default ports, and raw or escaped illegal characters.

## The URIs

${table(
  ["URI", "at stake", "hosts seen", "refusals"],
  URIS.map(({ text, stake }, index) => [
    code(text),
    stake,
    seen[index]?.size,
    count(peers, ({ answers }) => answers[index].host.refused),
  ]),
)}

## The peers

The columns count hosts that differ from the majority, forms that name another resource for both standards or for one, and URIs whose
host, form or both are refused.

${table(
  ["peer", "version", "call for the form", "other host", "other, both", "other, one", "refuses"],
  [
    ...peers.map((peer) => [peer.name, peer.version, code(peer.call), ...counts(peer.answers)]),
    ...functions.map(({ name, answers }) => [`percodec, ${name}`, version, "", ...counts(answers)]),
  ],
)}

## Hosts

${half.map(hosts).join("\n\n")}

## Forms

${half.map(forms).join("\n\n")}

## percodec

The first column is the host, by \`splitUri\` and \`splitAuthority\`; the others are forms. A refusal is shown as the code and
index of the error.

${answersTable(functions, cell)}
`;
}

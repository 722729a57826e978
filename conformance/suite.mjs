// What a conforming library does with each row of the vectors; plain language features only, so that it runs in any engine.

/** Runs one row and gives what is wrong with the outcome, or undefined. */
export function check(row, { codec, sets }) {
  const outcome = attempt(() => RUN[row.op](row, codec, row.set && sets.setNamed(row.set)), codec);
  const wanted = row.error ? { error: row.error } : { value: row.value };
  return compare(outcome, wanted) ?? (row.issues && !row.error ? checkReport(row, codec) : undefined);
}

const RUN = {
  encode: (row, codec, set) => codec.percentEncode(row.input, set, row.options),
  encodeBytes: (row, codec, set) => toHex(codec.percentEncodeBytes(fromHex(row.input), set)),
  decode: (row, codec) => codec.percentDecode(row.input, optionsOf(row)),
  decodeBytes: (row, codec) => toHex(codec.percentDecodeBytes(fromHex(row.input), row.options)),
  escape: (row, codec) => codec.escape(row.input),
  unescape: (row, codec) => codec.unescape(row.input),
};

function checkReport(row, codec) {
  const { value, issues, issueCount, lossy, stillEncoded } = codec.percentDecodeReport(row.input, optionsOf(row));
  const listed = issues.map(({ code, index, length }) => [code, index, length]);
  const got = { value, issues: listed, issueCount, lossy, stillEncoded };
  const want = {
    value: row.value,
    issues: row.issues,
    issueCount: row.issues.length,
    lossy: row.lossy,
    stillEncoded: row.stillEncoded,
  };
  return compare(got, want);
}

/** JSON has no regular expressions: `accept` is the source of one. */
function optionsOf({ options = {} }) {
  return options.accept ? { ...options, accept: new RegExp(options.accept, "u") } : options;
}

function attempt(action, codec) {
  try {
    return { value: action() };
  } catch (error) {
    if (!(error instanceof codec.PercentEncodingError)) throw error;
    return { error: [error.code, error.index, error.length] };
  }
}

function compare(got, want) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  return a === b ? undefined : `${a} instead of ${b}`;
}

function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

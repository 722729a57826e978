// What a conforming library does with each row of the vectors; plain language features only, so that it runs in any engine.

/** Runs one row and gives what is wrong with the outcome, or undefined; what is `planted` is on Object.prototype meanwhile. */
export function check(row, library) {
  const { planted } = row;
  if (planted === undefined) return checkClean(row, library);
  for (const name of Object.keys(planted)) plant(name, planted[name]);
  try {
    return checkClean(row, library);
  } finally {
    for (const name of Object.keys(planted)) delete ROOT[name];
  }
}

const ROOT = Object.prototype;

/** Adds a property to Object.prototype; the descriptor inherits nothing, or it would have what was planted before. */
function plant(name, value) {
  const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(ROOT, name, descriptor);
}

function checkClean(row, library) {
  const { codec, sets } = library;
  if (FORM[row.op]) return checkForm(row, library);
  if (URI[row.op]) {
    const outcome = attempt(() => URI[row.op](row, library.uri), codec);
    return compare(outcome, row.error ? { error: row.error } : { value: row.value });
  }
  if (INSPECT[row.op]) {
    const outcome = attempt(() => INSPECT[row.op](row, library.inspect), codec);
    return compare(outcome, row.error ? { error: row.error } : { value: row.value });
  }
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

const FORM = {
  parseForm: (row, { form }, options) => parsed(form.parseForm(row.input, options)),
  parseFormBytes: (row, { form }, options) => parsed(form.parseForm(fromHex(row.input), options)),
  serializeForm: (row, { form }, options) => form.serializeForm(row.input, options),
  editQuery: (row, { form }) =>
    row.edits.reduce((editor, [edit, ...words]) => editor[edit](...words), form.editQuery(row.input)).toString(),
};

const URI = {
  splitUri: ({ input }, uri) => {
    const { scheme, authority, path, query, fragment } = uri.splitUri(input);
    if (uri.recomposeUri(uri.splitUri(input)) !== input) return "recomposed differently";
    return { scheme, authority, path, query, fragment };
  },
  resolveUri: ({ input, base }, uri) => uri.resolveUri(input, base),
  normalizeUri: ({ input }, uri) => uri.normalizeUri(input),
  compareUris: ({ input }, uri) => uri.compareUris(...input).equality,
  cleanUri: ({ input }, uri) => uri.cleanUri(input),
  displayUri: ({ input }, uri) => uri.displayUri(input),
  iriToUri: ({ input }, uri) => uri.iriToUri(input),
  uriToIri: ({ input }, uri) => uri.uriToIri(input),
  expandTemplate: ({ input, values }, uri) => uri.expandTemplate(input, values),
};

/** What is guessed stands only in the rows of its own file, which are tagged. */
const GUESSES = ["legacy-charset", "mojibake"];

const INSPECT = {
  findings: ({ input, value, guesses = false }, inspect) =>
    inspect
      .findings(input)
      .filter(({ code }) => guesses || !GUESSES.includes(code))
      .map(({ code, component, index, length, severity, layers, charsets }, k) => {
        const place = [code, component, index, length, severity];
        if (layers) return [...place, layers.map(({ layer, appears }) => [layer, appears])];
        // The true encoding has to be among those that are named.
        const named = value[k]?.[5];
        return charsets && named ? [...place, charsets.includes(named) ? named : charsets.join()] : place;
      }),
  decodePath: ({ input, options }, inspect) => inspect.decodePath(input, options),
  isSameOriginPath: ({ input }, inspect) => inspect.isSameOriginPath(input),
  isHeaderSafe: ({ input }, inspect) => inspect.isHeaderSafe(input),
};

function checkForm(row, library) {
  const { encoding } = library.charset;
  const { onIssue, ...options } = optionsOf(row);
  const issues = [];
  if (onIssue) options.onIssue = ({ code, index, length }) => issues.push([code, index, length]);
  if (options.encoding) options.encoding = encoding(options.encoding);
  if (Array.isArray(options.charsetField)) options.charsetField = options.charsetField.map(encoding);
  const outcome = attempt(() => FORM[row.op](row, library, options), library.codec);
  if (row.error) return compare(outcome, { error: row.error });
  const { value, pairs, emptyPieces } = row;
  const wanted = compare(outcome, { value: pairs ? { pairs, emptyPieces } : value });
  return wanted ?? (onIssue ? compare(issues, row.issues) : undefined);
}

function parsed(pairs) {
  return { pairs: [...pairs], emptyPieces: pairs.emptyPieces };
}

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
  return Object.keys(options).includes("accept") ? { ...options, accept: new RegExp(options.accept, "u") } : options;
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

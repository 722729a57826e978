// Checks a library against rows of the vectors. Uses only basic language features, so that it runs in any engine.

/**
 * Runs one row and returns a description of the failure, or undefined. During the run Object.prototype has the properties of
 * `prototype`.
 *
 * @param library the functions of all modules, in one object
 */
export function check(row, library) {
  const { prototype } = row;
  if (prototype === undefined) return checkClean(row, library);
  for (const name of Object.keys(prototype)) addProperty(name, prototype[name]);
  try {
    return checkClean(row, library);
  } finally {
    for (const name of Object.keys(prototype)) delete ROOT[name];
  }
}

const ROOT = Object.prototype;

/** Adds a property to Object.prototype. The descriptor has no prototype, so that it does not inherit properties added before. */
function addProperty(name, value) {
  const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(ROOT, name, descriptor);
}

function checkClean(row, library) {
  if (FORM[row.op]) return checkForm(row, library);
  const outcome = attempt(() => RUN[row.op](row, library), library);
  const wanted = row.error ? { error: row.error } : { value: row.value };
  return compare(outcome, wanted) ?? (row.issues && !row.error ? checkReport(row, library) : undefined);
}

/** Findings that are guesses are compared only in the rows with `guesses`. */
const GUESSES = ["legacy-charset", "mojibake"];

const RUN = {
  encode: ({ input, set, options }, { percentEncode, namedSet }) => percentEncode(input, set && namedSet(set), options),
  encodeBytes: ({ input, set }, { percentEncodeBytes, namedSet }) =>
    toHex(percentEncodeBytes(fromHex(input), set && namedSet(set))),
  decode: (row, { percentDecode }) => percentDecode(row.input, readOptions(row)),
  decodeBytes: ({ input, options }, { percentDecodeBytes }) => toHex(percentDecodeBytes(fromHex(input), options)),
  escape: ({ input }, library) => library.escape(input),
  unescape: ({ input }, library) => library.unescape(input),
  splitUri: ({ input }, { splitUri, recomposeUri }) => {
    const { scheme, authority, path, query, fragment } = splitUri(input);
    if (recomposeUri(splitUri(input)) !== input) return "recomposed differently";
    return { scheme, authority, path, query, fragment };
  },
  resolveUri: ({ input, base }, { resolveUri }) => resolveUri(input, base),
  normalizeUri: ({ input }, { normalizeUri }) => normalizeUri(input),
  compareUris: ({ input }, { compareUris }) => compareUris(...input).equality,
  cleanUri: ({ input }, { cleanUri }) => cleanUri(input),
  displayUri: ({ input }, { displayUri }) => displayUri(input),
  iriToUri: ({ input }, { iriToUri }) => iriToUri(input),
  uriToIri: ({ input }, { uriToIri }) => uriToIri(input),
  expandTemplate: ({ input, values }, { expandTemplate }) => expandTemplate(input, values),
  inspect: ({ input, value, guesses = false }, { inspect }) =>
    inspect(input)
      .filter(({ code }) => guesses || !GUESSES.includes(code))
      .map(({ code, component, index, length, severity, layers, charsets }, k) => {
        const place = [code, component, index, length, severity];
        if (layers) return [...place, layers.map(({ layer, appears }) => [layer, appears])];
        // The true encoding has to be among the guesses.
        const named = value[k]?.[5];
        return charsets && named ? [...place, charsets.includes(named) ? named : charsets.join()] : place;
      }),
  decodePath: ({ input, options }, { decodePath }) => decodePath(input, options),
  findLinks: ({ input, options }, { findLinks }) =>
    findLinks(input, options).map(({ index, length, uri, kind }) => [index, length, uri, kind]),
  formatLink: ({ input }, { formatLink }) => formatLink(input),
  isSameOriginPath: ({ input }, { isSameOriginPath }) => isSameOriginPath(input),
  isHeaderSafe: ({ input }, { isHeaderSafe }) => isHeaderSafe(input),
};

const FORM = {
  parseForm: (row, { parseForm }, options) => parsed(parseForm(row.input, options)),
  parseFormBytes: (row, { parseForm }, options) => parsed(parseForm(fromHex(row.input), options)),
  serializeForm: (row, { serializeForm }, options) => serializeForm(row.input, options),
  editQuery: (row, { editQuery }) =>
    row.edits.reduce((editor, [edit, ...words]) => editor[edit](...words), editQuery(row.input)).toString(),
};

function checkForm(row, library) {
  const { encoding } = library;
  const { onIssue, ...options } = readOptions(row);
  const issues = [];
  if (onIssue) options.onIssue = ({ code, index, length }) => issues.push([code, index, length]);
  if (options.encoding) options.encoding = encoding(options.encoding);
  if (Array.isArray(options.charsetField)) options.charsetField = options.charsetField.map(encoding);
  const outcome = attempt(() => FORM[row.op](row, library, options), library);
  if (row.error) return compare(outcome, { error: row.error });
  const { value, pairs, emptyPairs } = row;
  const wanted = compare(outcome, { value: pairs ? { pairs, emptyPairs } : value });
  return wanted ?? (onIssue ? compare(issues, row.issues) : undefined);
}

function parsed(pairs) {
  return { pairs: [...pairs], emptyPairs: pairs.emptyPairs };
}

function checkReport(row, library) {
  const { value, issues, issueCount, lossy, stillEncoded } = library.percentDecodeReport(row.input, readOptions(row));
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

/** Reads the options of a row. JSON has no regular expressions, so `accept` is the source of one. */
function readOptions({ options = /** @type {any} */ ({}) }) {
  return Object.keys(options).includes("accept") ? { ...options, accept: new RegExp(options.accept, "u") } : options;
}

function attempt(action, { PercentEncodingError }) {
  try {
    return { value: action() };
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
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

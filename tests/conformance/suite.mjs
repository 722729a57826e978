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

export const RUN = {
  encode: ({ input, set, options }, { percentEncode, namedSet }) => percentEncode(input, set && namedSet(set), options),
  encodeFor: ({ input, purpose }, { encodeFor }) => encodeFor(purpose, input),
  encodeBytes: ({ input, set }, { percentEncodeBytes, namedSet }) =>
    toHex(percentEncodeBytes(fromHex(input), set && namedSet(set))),
  decode: (row, library) => library.percentDecode(row.input, readOptions(row, library)),
  decodeBytes: (row, library) => toHex(library.percentDecodeBytes(fromHex(row.input), readOptions(row, library))),
  escape: ({ input }, library) => library.escape(input),
  unescape: ({ input }, library) => library.unescape(input),
  splitUri: ({ input }, { splitUri }) => {
    const { scheme, authority, path, query, fragment } = splitUri(input);
    return { scheme, authority, path, query, fragment };
  },
  resolveUri: ({ input, base }, { resolveUri }) => resolveUri(input, base),
  normalizeUri: ({ input }, { normalizeUri }) => normalizeUri(input),
  cleanUri: ({ input, options }, { cleanUri }) => cleanUri(input, options),
  compareUris: ({ input, options }, { compareUris }) => compareUris(...input, options).equality,
  displayUri: ({ input, options }, { displayUri }) => displayUri(input, options),
  editUri: ({ input, edits, options, read: [read, ...words] = ["toString"] }, { editUri }) => {
    const editor = edits.reduce((edited, [edit, ...given]) => edited[edit](...given), editUri(input, options));
    return editor[read](...words);
  },
  iriToUri: ({ input }, { iriToUri }) => iriToUri(input),
  uriToIri: ({ input }, { uriToIri }) => uriToIri(input),
  uri: ({ template, holes, options }, library) => {
    const strings = Object.assign([...template], { raw: template });
    const tag = options === undefined ? library.uri : library.uri.with(options);
    try {
      return tag(strings, ...holes.map((hole) => readHole(hole, library)));
    } catch (error) {
      if (error instanceof TypeError) return { typeError: true };
      throw error;
    }
  },
  fileUri: ({ input, options }, { fileUri }) => fileUri(input, options),
  filePath: ({ input, options }, { filePath }) => filePath(input, options),
  checkUri: ({ input, options }, { checkUri }) => {
    const { issues, ...others } = checkUri(input, options);
    return { ...others, issues: issues.map(({ code, index, length }) => [code, index, length]) };
  },
  expandTemplate: ({ input, values, options }, { expandTemplate }) => expandTemplate(input, values, options),
  // JSON has no undefined: null is a URI that does not match.
  matchTemplate: ({ input, uri, options }, { matchTemplate }) => matchTemplate(input, uri, options) ?? null,
  describeHost: ({ input }, { describeHost }) => {
    const { kind, ascii, unicode, scope, embeddedIpv4, looksLike } = describeHost(input);
    return [kind, ascii, unicode, scope, embeddedIpv4 ?? null, looksLike ?? null];
  },
  inspect: ({ input, value, guesses = false }, { inspect }) =>
    inspect(input)
      .findings.filter(({ code }) => guesses || !GUESSES.includes(code))
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
};

function checkForm(row, library) {
  const { encoding } = library;
  const { onIssue, ...options } = readOptions(row, library);
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
  const { value, issues, issueCount, lossy, stillEncoded } = library.percentDecodeReport(
    row.input,
    readOptions(row, library),
  );
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

/** Reads the value of a hole: JSON has no encoded parts and no undefined. */
export function readHole(hole, library) {
  if (Array.isArray(hole)) return hole.map((item) => readHole(item, library));
  if (typeof hole !== "object" || hole === null) return hole;
  const names = Object.keys(hole);
  if (names[0] === "encoded") return library.encoded(...hole.encoded);
  if (names[0] === "undefined") return undefined;
  // An assignment would set the prototype for the name `__proto__`.
  return Object.fromEntries(names.map((name) => [name, readHole(hole[name], library)]));
}

/** Reads the options of a row. In JSON `accept` is the source of a regular expression, and `except` the characters of a set. */
function readOptions({ options = /** @type {any} */ ({}) }, { PercentEncodeSet }) {
  const names = Object.keys(options);
  return {
    ...options,
    ...(names.includes("accept") && { accept: new RegExp(options.accept, "u") }),
    ...(names.includes("except") && { except: PercentEncodeSet.encoding(options.except) }),
  };
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

// The measured call of each public function on a worst input. A row accepts the text, does the preparation that is not
// measured, and returns the measured action. It is `undefined` for functions without arguments of variable length.
import * as codec from "percodec";
import * as charset from "percodec/charset";
import * as express from "percodec/express";
import * as fastify from "percodec/fastify";
import * as form from "percodec/form";
import * as inspect from "percodec/inspect";
import * as links from "percodec/links";
import * as sets from "percodec/sets";
import * as wasm from "percodec/wasm";
import * as guard from "percodec/guard";
import * as annexB from "percodec/legacy";
import * as template from "percodec/template";
import * as stream from "percodec/stream";
import * as uri from "percodec/uri";
import { EventEmitter } from "node:events";

const toBytes = (text) => new TextEncoder().encode(text);
/** @type {{ malformed: "keep", invalidUtf8: "keep" }} */
const KEEP = { malformed: "keep", invalidUtf8: "keep" };
const PRESERVE = { preserveEscapes: true };
const EXCEPT = sets.PercentEncodeSet.encoding("/%#");
const STEP_BYTES = 0x10000;
/** The size of a chunk from the network. */
const CHUNK_UNITS = 0x4000;
const limits = { pairs: Infinity, name: Infinity, value: Infinity, body: Infinity };
/** @type {import("percodec/form").FormRequestOptions} */
const lenient = { rules: "whatwg", ...KEEP, loneSurrogate: "replace", onIssue: () => {}, limits };
const legacy = ["gb18030", "iso-2022-jp", "windows-1253"].map(charset.encoding);

/**
 * Makes a fault with a long operation and excerpt.
 *
 * @returns {import("percodec").PercentEncodingFault}
 */
const makeFault = (text) => ({
  operation: text,
  code: "invalid-uri",
  index: 0,
  length: 1,
  unit: "utf-16",
  excerpt: text,
  detail: undefined,
});
/** Makes a row of a function of the text alone. */
const of = (action) => (text) => () => action(text);
/** Makes the rows of functions of the text alone, by their names. */
const ofText = (module, names) => Object.fromEntries(names.split(" ").map((name) => [name, of(module[name])]));
/** Makes the rows of functions without arguments of variable length. */
const without = (names) => Object.fromEntries(names.split(" ").map((name) => [name, undefined]));
const ofBytes = (action) => (text) => {
  const bytes = toBytes(text);
  return () => action(bytes);
};
/** Makes a row whose text may be a wrong argument, not a name, a label or a list of ASCII: rejecting it has to be linear too. */
const orRefused = (action) => (text) => () => {
  try {
    return action(text);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error;
  }
};

/** Passes bytes to a transcoder in steps, as a stream does. */
function inSteps(bytes, step) {
  const target = new Uint8Array(STEP_BYTES * 3);
  for (let from = 0; from < bytes.length;) {
    const to = Math.min(from + STEP_BYTES, bytes.length);
    const { read } = step(bytes, target, { from, to, final: to === bytes.length });
    if (read === 0) throw new Error(`nothing was read at ${from}`);
    from += read;
  }
}

/** Runs a new coder over the bytes. */
const inChunks = (create) =>
  ofBytes((bytes) => {
    const coder = create();
    inSteps(bytes, (...chunk) => (coder.decodeInto ?? coder.encodeInto).apply(coder, chunk));
  });

async function drain(transform, text) {
  const source = new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += CHUNK_UNITS) controller.enqueue(text.slice(at, at + CHUNK_UNITS));
      controller.close();
    },
  });
  const reader = source.pipeThrough(transform).getReader();
  while (!(await reader.read()).done);
}

/** Returns the transformer of a stream, to be called directly: Node's web streams alone take 240 ms for 500,000 pairs. */
function captureTransformer(Stream, options) {
  const parent = Object.getPrototypeOf(Stream);
  let made;
  Object.setPrototypeOf(Stream, function (transformer) {
    made = transformer;
  });
  try {
    Reflect.construct(Stream, [options]);
  } finally {
    Object.setPrototypeOf(Stream, parent);
  }
  return made;
}

/** Makes a row of a function of parsed pairs. */
const ofPairs = (action) => (text) => {
  const pairs = form.parseForm(text, { rules: "whatwg", limits });
  const [[name] = [""]] = pairs;
  return () => action(pairs, name);
};
/** Makes the rows of methods of parsed pairs that have no arguments. */
const ofPairMethods = (methods, read = (result) => result) =>
  Object.fromEntries(methods.split(" ").map((name) => [`FormPairs.${name}`, ofPairs((pairs) => read(pairs[name]()))]));
/** Makes a row of a function of many short texts. */
const ofParts = (action) => (text) => {
  const parts = text.match(/[^]{1,64}/g) ?? [];
  return () => action(parts);
};
/** Makes a row that calls a function with at most 1,000 names, spread over the pairs. That is enough to show quadratic time. */
const ofNames = (action) => (text) => {
  const pairs = form.parseForm(text, { rules: "whatwg", limits });
  const step = Math.ceil(pairs.size / 1000);
  const names = Array.from(pairs, ([name]) => name).filter((_, k) => k % step === 0);
  return () => names.forEach((name) => action(pairs, name));
};
/** Makes a row of a method of an editor of the query in the text. */
const ofEditor = (action, makeEditor) => (text) => {
  const query = text.replaceAll(/#|^[a-z][a-z0-9+.-]*:\/\//gi, "");
  const editor = makeEditor(`?${query}`);
  const name = query.split(/[=&]/, 1)[0];
  return () => action(editor, /^[\0-\x7f]*$/.test(name) ? name : "");
};
/** Makes the rows of the methods that all editors share. */
const ofPairEditor = (owner, makeEditor) =>
  Object.fromEntries(
    Object.entries({
      get: (editor) => editor.get("\n"),
      getAll: (editor, name) => editor.getAll(name),
      has: (editor) => editor.has("\n"),
      set: (editor, name) => editor.set(name, "1"),
      append: (editor, name) => editor.append(name, "1"),
      delete: (editor, name) => editor.delete(name),
      deleteMatching: (editor) => editor.deleteMatching("*%*a*a*a*b"),
      rename: (editor, name) => editor.rename(name, "b"),
      sort: (editor) => editor.sort(),
      toString: (editor) => editor.toString(),
    }).map(([method, action]) => [`${owner}.${method}`, ofEditor(action, makeEditor)]),
  );
const asEach = (encodings, action) =>
  Object.fromEntries(encodings.map((one) => [one.name, (text) => () => action(text, one)]));

const TYPE = { "content-type": "application/x-www-form-urlencoded" };
const makeRequest = (bytes) => ({ headers: new Headers(TYPE), body: new Blob([bytes]).stream() });

/** The functions that read pairs, split a query, or inspect a string that may contain some: they are also measured on `WORST_PAIRS`. */
export const READS_PAIRS = [
  /^percodec\/form (?:parseForm|parseFormRequest)$/,
  /^percodec\/uri (?:editUri|parseQuery|UriEditor\.\w+|splitUri|normalizeUri|checkUri|compareUris|cleanUri|cleanUriReport|displayUri|encoded|uri)$/,
  /^percodec\/inspect inspect$/,
  /^percodec\/links (?:findLinks|formatLink)$/,
  /^percodec\/template matchTemplate$/,
  /^percodec\/stream FormParseStream$/,
  /^percodec\/(?:express|fastify) formParser$/,
];

export const ROWS = {
  percodec: {
    percentDecode: {
      strict: of((text) => codec.percentDecode(text)),
      keep: of((text) => codec.percentDecode(text, { ...KEEP, percentU: true, plus: "space" })),
      accept: of((text) => codec.percentDecode(text, { ...KEEP, accept: () => true })),
      except: of((text) => codec.percentDecode(text, { ...KEEP, percentU: true, except: EXCEPT })),
      ...asEach(legacy, (text, encoding) => codec.percentDecode(text, { ...KEEP, encoding })),
      legacy: of((text) => codec.percentDecode(text, { ...KEEP, legacy: true })),
    },
    percentDecodeReport: of(codec.percentDecodeReport),
    percentDecodeBytes: {
      replace: ofBytes((bytes) => codec.percentDecodeBytes(bytes, { malformed: "replace" })),
      except: ofBytes((bytes) => codec.percentDecodeBytes(bytes, { malformed: "keep", except: EXCEPT })),
    },
    ...without("PercentDecoder PercentEncoder"),
    "PercentDecoder.decodeInto": {
      keep: inChunks(() => new codec.PercentDecoder({ ...KEEP, percentU: true, onIssue: () => {} })),
      legacy: inChunks(() => new codec.PercentDecoder({ legacy: true, invalidUtf8: "keep" })),
      encoding: inChunks(
        () =>
          new codec.PercentDecoder({
            ...KEEP,
            encoding: charset.encoding("gb18030"),
            outputEncoding: charset.encoding("iso-2022-jp"),
          }),
      ),
    },
    percentEncode: {
      component: of((text) => codec.percentEncode(text, undefined, { loneSurrogate: "replace" })),
      preserveEscapes: of((text) => codec.percentEncode(text, undefined, { loneSurrogate: "replace", ...PRESERVE })),
      "an IRI's": of((text) => codec.percentEncode(text, sets.rfc3987.query, { loneSurrogate: "replace" })),
      ...asEach(legacy, (text, encoding) =>
        codec.percentEncode(text, undefined, { encoding, loneSurrogate: "replace" }),
      ),
    },
    percentEncodeBytes: {
      form: ofBytes((bytes) => codec.percentEncodeBytes(bytes, sets.whatwg.form)),
      preserveEscapes: ofBytes((bytes) => codec.percentEncodeBytes(bytes, undefined, PRESERVE)),
    },
    "PercentEncoder.encodeInto": {
      "an IRI's": inChunks(() => new codec.PercentEncoder(sets.rfc3987.query)),
      encoding: inChunks(
        () => new codec.PercentEncoder(undefined, { encoding: charset.encoding("iso-2022-jp"), invalidInput: "drop" }),
      ),
    },
    PercentEncodingError: of((text) => new codec.PercentEncodingError(makeFault(text))),
  },
  "percodec/sets": {
    ...without("PercentEncodeSet PercentEncodeSet.union PercentEncodeSet.complement diffSets setNames"),
    "PercentEncodeSet.encoding": orRefused((text) => sets.PercentEncodeSet.encoding(text)),
    "PercentEncodeSet.keeping": orRefused((text) => sets.PercentEncodeSet.keeping(text)),
    "PercentEncodeSet.has": orRefused((text) => sets.all.has(text)),
    "PercentEncodeSet.add": orRefused((text) => sets.rfc3986.component.add(text)),
    "PercentEncodeSet.remove": orRefused((text) => sets.rfc3986.component.remove(text)),
    "PercentEncodeSet.named": of((text) => sets.all.named(text, text)),
    namedSet: orRefused(sets.namedSet),
  },
  "percodec/charset": {
    encoding: orRefused(charset.encoding),
    outputEncoding: undefined,
    pickFormEncoding: of((text) => charset.pickFormEncoding(text, charset.utf8)),
    "utf8.hasLabel": of(charset.utf8.hasLabel),
  },
  "percodec/form": {
    parseForm: {
      strict: of((text) => form.parseForm(text)),
      whatwg: of((text) => form.parseForm(text, { rules: "whatwg", limits })),
      "&;": of((text) => form.parseForm(text, { ...lenient, separator: "&;" })),
      bytes: ofBytes((bytes) => form.parseForm(bytes, lenient)),
      charsetField: of((text) => form.parseForm(text, { ...lenient, charsetField: legacy })),
      ...asEach(legacy, (text, encoding) => form.parseForm(text, { ...lenient, encoding })),
    },
    FormRequestError: of((text) => new form.FormRequestError(makeFault(text))),
    parseFormRequest: ofBytes((bytes) => form.parseFormRequest(makeRequest(bytes), lenient)),
    serializeForm: {
      pairs: (text) => {
        const pairs = form.parseForm(text, { rules: "whatwg", limits }).toJSON();
        return () => form.serializeForm(pairs);
      },
      crlf: ofPairs((pairs) => form.serializeForm(pairs, { newlines: "crlf", encoding: legacy[1] })),
      brackets: ofParts((parts) => form.serializeForm({ a: parts }, { style: "brackets" })),
      comma: ofParts((parts) => form.serializeForm({ a: parts }, { style: "comma" })),
    },
    toNestedObject: {
      deep: ofParts((parts) => form.toNestedObject(parts.map((part, k) => [`a[${k}][b]`, part]))),
      brackets: ofParts((parts) => form.toNestedObject(parts.map((part) => ["a[]", part]))),
      repeat: ofParts((parts) =>
        form.toNestedObject(
          parts.map((part) => ["a[b]", part]),
          { style: "repeat" },
        ),
      ),
      name: orRefused((text) => form.toNestedObject([[`a[${text}`, ""]])),
    },
    FormPairs: ofPairs((pairs) => new form.FormPairs(pairs)),
    "FormPairs.has": ofNames((pairs, name) => pairs.has(name)),
    "FormPairs.get": ofNames((pairs, name) => pairs.get(name)),
    "FormPairs.getAll": ofPairs((pairs, name) => pairs.getAll(name)),
    "FormPairs.single": ofPairs((pairs, name) => pairs.single(name)),
    "FormPairs.set": ofPairs((pairs, name) => pairs.set(name, "1")),
    "FormPairs.append": ofPairs((pairs, name) => pairs.append(name, "1").append(name, "2")),
    "FormPairs.delete": ofNames((pairs, name) => pairs.delete(name)),
    ...ofPairMethods("entries keys values", Array.from),
    "FormPairs.forEach": ofPairs((pairs) => pairs.forEach(() => {})),
    ...ofPairMethods("sort toMap toString toJSON"),
    "FormPairs.toObject": ofPairs((pairs) => pairs.toObject({ duplicates: "array" })),
  },
  "percodec/uri": {
    editUri: of((text) => uri.editUri(`/${text}`).toString()),
    UriEditor: undefined,
    ...ofPairEditor("UriEditor", uri.editUri),
    "UriEditor.appendPath": {
      "of the URI": of((text) => uri.editUri(text).appendPath("a").toString()),
      "the segment": of((text) => uri.editUri("/").appendPath(text).toString()),
    },
    "UriEditor.with": of((text) =>
      uri
        .editUri("/")
        .with({ path: [text], fragment: text })
        .toString(),
    ),
    ...ofText(uri, "splitUri splitAuthority normalizeUri isUriReference displayUriReport uriToIri iriToUri"),
    parseQuery: of((text) => uri.parseQuery(text, lenient)),
    resolveUri: {
      reference: of((text) => uri.resolveUri(text, "http://a/b/c/d")),
      base: of((text) => uri.resolveUri("../x", text)),
    },
    isUri: of((text) => uri.isUri(`a:${text}`)),
    isHttpUrl: of((text) => uri.isHttpUrl(`http://e.com/${text}`)),
    checkUri: {
      rfc3986: of((text) => uri.checkUri(text)),
      rfc3987: of((text) => uri.checkUri(text, { grammar: "rfc3987" })),
      whatwg: of((text) => uri.checkUri(text, { grammar: "whatwg" })),
      "whatwg, host": of((text) => uri.checkUri(`http://${text.replace("http://", "")}/`, { grammar: "whatwg" })),
      "whatwg, opaque host": of((text) => uri.checkUri(`foo://${text}`, { grammar: "whatwg" })),
      "whatwg, IPv6": of((text) => uri.checkUri(`http://[${text}]`, { grammar: "whatwg" })),
      "whatwg, file": of((text) => uri.checkUri(text, { grammar: "whatwg", base: "file:///C:/" })),
    },
    compareUris: of((text) => uri.compareUris(text, `${text}x`, { reservedWithoutPurpose: true })),
    cleanUri: {
      basic: of((text) => uri.cleanUri(text)),
      repair: of((text) => uri.cleanUri(text, { level: "advanced", doubleEncoding: "repair" })),
      "firefox-10": of((text) => uri.cleanUri(text, { addressBar: "firefox-10" })),
    },
    cleanUriReport: {
      advanced: of((text) => uri.cleanUriReport(text, { level: "advanced" })),
      repair: of((text) => uri.cleanUriReport(text, { doubleEncoding: "repair" })),
    },
    displayUri: of((text) => uri.displayUri(text, { profile: "advanced" })),
    parseUrl: of((text) => uri.parseUrl(`http://${text}`)),
    describeHost: {
      domain: of((text) => uri.describeHost(text)),
      opaque: of((text) => uri.describeHost(text, { scheme: "redis" })),
    },
    encoded: {
      path: of((text) => uri.encoded(text, "path")),
      query: of((text) => uri.encoded(text, "query")),
      uri: of((text) => uri.encoded(`https://e.com/${text}`, "uri")),
      host: of((text) => uri.encoded(`https://${text}`, "uri")),
    },
    uri: {
      path: of((text) => uri.uri`/${text}`),
      host: of((text) => uri.uri`http://${text.replace("http://", "")}/`),
      port: of((text) => uri.uri`http://e.com:${text}/`),
      query: of((text) => uri.uri`/?a=${text}&${{ [text]: text }}#${text}`),
      array: of((text) => uri.uri`/${text.split("%").concat(text)}/x`),
      base: (text) => {
        const base = uri.encoded(`https://e.com/${"/".repeat(text.length)}`, "uri");
        return () => uri.uri`${base}/${text}`;
      },
      text: of((text) => uri.uri`${`a://${text}`}/x`),
      telephone: of((text) => uri.uri`tel:${text};ext=${text}`),
      digits: of((text) => uri.uri`tel:${"1-".repeat(text.length / 2)};ext=1;x`),
      address: of((text) => uri.uri`mailto:${`"${text.replace(/[\\"]/g, "")}"@e.com`}`),
      atoms: of((text) => uri.uri`mailto:${`${"a.".repeat(text.length / 2)}@e.com`}`),
      body: of((text) => uri.uri`mailto:?body=${text}`),
      subject: of((text) => uri.uri`mailto:?subject=${text}`),
      fields: of((text) => uri.uri`mailto:?${{ [text]: text }}`),
    },
    "uri.with": of((text) => uri.uri.with({ allow: [] })`/${text}`),
    fileUri: {
      posix: of((text) => uri.fileUri(`/${text}`)),
      windows: of((text) => uri.fileUri(`C:\\${text}`, { windows: true })),
      server: of((text) => uri.fileUri(`\\\\${text}\\share`, { windows: true })),
      separators: of((text) => uri.fileUri("/".repeat(text.length))),
    },
    filePath: {
      posix: of((text) => uri.filePath(`file:///${text}`)),
      windows: of((text) => uri.filePath(`file:///C:/${text}`, { windows: true })),
      server: of((text) => uri.filePath(`file://${text}/share`, { windows: true })),
      dots: of((text) => uri.filePath(`file:///C:${"/...".repeat(text.length / 4)}x`, { windows: true })),
    },
  },
  "percodec/links": {
    findLinks: {
      text: of((text) => links.findLinks(text)),
      "after a host": of((text) => links.findLinks(`http://e.com/${text}`)),
      required: of((text) => links.findLinks(text, { scheme: "required" })),
    },
    formatLink: {
      path: of((text) => links.formatLink(`http://e.com/${text}`)),
      query: of((text) => links.formatLink(`http://e.com?${text}`)),
      host: of((text) => links.formatLink(`http://${text.replace("http://", "")}.com`)),
      address: of((text) => links.formatLink(`mailto:${text}@e.com`)),
    },
    listTopLevelDomains: undefined,
  },
  "percodec/template": {
    expandTemplate: {
      template: of((text) => template.expandTemplate(`${text}{a}`, { a: "x" })),
      literals: of((text) => template.expandTemplate(`${text.replace(/[{}]/g, "")}{a}`, {})),
      values: of((text) =>
        template.expandTemplate("{a}{+a:9999}{/b*}{?c*}", { a: text, b: [text, ""], c: { [text]: "" } }),
      ),
    },
    matchTemplate: {
      template: of((text) => template.matchTemplate(text, text)),
      uri: of((text) => template.matchTemplate("/{a}/b{?c,d}", `/${text}`)),
      "uri, reserved": of((text) => template.matchTemplate("{+a}/x", `${text}/x`)),
      "uri, lists": of((text) => template.matchTemplate("{a}/{b}{/d*}{;e}{?f*,g}{#h}", text)),
      "uri, literals between": of((text) => template.matchTemplate("{/a*}.{b}.{c}", `/${text}.`)),
      "uri, allowed": of((text) => template.matchTemplate("{+a}-{b}", text, { unsafe: "allow" })),
      "uri, trailing query": of((text) => template.matchTemplate("/{a}", `/?${text}`, { trailingQuery: "ignore" })),
    },
    parseTemplate: of(template.parseTemplate),
    compileTemplate: {
      template: of((text) => template.compileTemplate(text)),
      expand: of((text) => template.compileTemplate("{a}/{+b}").expand({ a: text, b: text })),
      match: of((text) => template.compileTemplate("/{a}.{b}{/c*}").match(`/${text}`)),
    },
  },
  "percodec/guard": {
    decodePath: {
      refuse: of((text) => guard.decodePath(text)),
      decode: of((text) => guard.decodePath(`/${text}`, { allow: ["slash"] })),
    },
    encodeFor: {
      ...Object.fromEntries(guard.PURPOSES.map((purpose) => [purpose, of((text) => guard.encodeFor(purpose, text))])),
      purpose: orRefused((text) => guard.encodeFor(/** @type {"cookie"} */ (text), "")),
    },
    isSameOriginPath: of((text) => guard.isSameOriginPath(`/${text}`)),
    isHeaderSafe: of(guard.isHeaderSafe),
  },
  "percodec/legacy": ofText(annexB, "escape unescape"),
  "percodec/inspect": {
    ...ofText(inspect, "escapeInvisible inspect guessCharsets toExcerpt"),
    skipCleanLine: of((text) => inspect.skipCleanLine(`${text}\n`, 0)),
  },
  "percodec/stream": {
    PercentEncodeStream: of((text) =>
      drain(new stream.PercentEncodeStream(undefined, { loneSurrogate: "replace" }), text),
    ),
    PercentDecodeStream: {
      keep: of((text) => drain(new stream.PercentDecodeStream({ ...KEEP, loneSurrogate: "replace" }), text)),
      accept: of((text) =>
        drain(new stream.PercentDecodeStream({ ...KEEP, accept: () => true, loneSurrogate: "replace" }), text),
      ),
    },
    FormParseStream: of((text) => {
      const transformer = captureTransformer(stream.FormParseStream, lenient);
      const pairs = [];
      const controller = { enqueue: (pair) => pairs.push(pair) };
      for (let at = 0; at < text.length; at += CHUNK_UNITS)
        transformer.transform(text.slice(at, at + CHUNK_UNITS), controller);
      transformer.flush(controller);
    }),
  },
  "percodec/wasm": {
    countByte: ofBytes((bytes) => wasm.countByte(0x25, bytes)),
    ...without("wasmBinary allocateBuffers wasmStatus enableWasm"),
  },
  "percodec/express": {
    formParser: ofBytes((bytes) => {
      const middleware = express.formParser(lenient);
      const headers = { ...TYPE, "transfer-encoding": "chunked" };
      const request = Object.assign(new EventEmitter(), { headers, destroy: () => {} });
      const parsed = new Promise((next) => middleware(request, undefined, next));
      for (let at = 0; at < bytes.length; at += STEP_BYTES) request.emit("data", bytes.subarray(at, at + STEP_BYTES));
      request.emit("end");
      return parsed;
    }),
  },
  "percodec/fastify": {
    formParser: ofBytes(async (bytes) => {
      let parser;
      const instance = { addContentTypeParser: (_type, _options, given) => (parser = given) };
      fastify.formParser(instance, lenient, () => {});
      await parser({ headers: TYPE }, bytes);
    }),
  },
};

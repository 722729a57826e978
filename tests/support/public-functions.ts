/* oxlint-disable typescript/no-unsafe-argument -- the tests call each function with arguments of wrong types */
import * as express from "../../library/src/adapters/express.ts";
import * as fastify from "../../library/src/adapters/fastify.ts";
import * as charset from "../../library/src/charset/index.ts";
import * as guard from "../../library/src/guard/index.ts";
import * as legacy from "../../library/src/legacy.ts";
import * as template from "../../library/src/template/index.ts";
import * as form from "../../library/src/form/index.ts";
import * as codec from "../../library/src/index.ts";
import * as inspect from "../../library/src/inspect/index.ts";
import * as links from "../../library/src/links/index.ts";
import * as sets from "../../library/src/sets/index.ts";
import * as wasm from "../../library/src/wasm.ts";
import * as stream from "../../library/src/stream.ts";
import * as uri from "../../library/src/uri/index.ts";
import { ENCODINGS } from "../../tool/page/app/options.ts";
import { pick, type Random } from "./random.ts";

/** The modules that package.json exports, by name. `percodec/duckdb` has its own test, which needs the engine. */
export const MODULES = {
  codec,
  sets,
  charset,
  form,
  uri,
  links,
  inspect,
  stream,
  template,
  guard,
  legacy,
  wasm,
  express,
  fastify,
};

/** A parameter of a public function. */
export interface Argument {
  readonly make: (random: Random) => unknown;
  readonly accepts: (value: unknown) => boolean;
  /** What an error message calls this argument, unless it names the called function. */
  readonly called: RegExp | undefined;
  /** The options by name, if this is an options object. */
  readonly options: Readonly<Record<string, Argument>> | undefined;
}

/** A public function, constructor or method. */
export interface PublicFunction {
  /** The name in error messages: `cleanUri`, `PercentDecoder.decodeInto`. */
  readonly name: string;
  readonly args: readonly Argument[];
  // eslint-disable-next-line typescript/no-explicit-any -- each has arguments of its own
  readonly call: (...args: any[]) => unknown;
}

function argument(
  make: (random: Random) => unknown,
  accepts: (value: unknown) => boolean,
  called?: RegExp,
  options?: Readonly<Record<string, Argument>>,
): Argument {
  return { make, accepts, called, options };
}

/** An argument that is one of some values. */
const pickFrom = (values: readonly unknown[], ...rest: [accepts: Argument["accepts"], called?: RegExp]): Argument =>
  argument((random) => pick(random, values), ...rest);

/** Texts that contain something to decode, encode, split or reject. */
const TEXTS = [
  "",
  "a",
  "a b",
  ..."é %41 %C3%A9 %zz % %u0041 \ud800 a=1&b=x+y;c http://u@e.com:80/a/../b?q=1#f".split(" "),
];
const URIS = [
  ..."//e.com/%7e a:b ?q#f /a/%2e%2e/b http://[::1]:8080 http://xn--caf-dma.fr/%zz".split(" "),
  ..."HTTP://E.com:80 ../x mailto:a@b".split(" "),
];

const isString = (value: unknown): boolean => typeof value === "string";
const isBytes = (value: unknown): boolean => value instanceof Uint8Array;
const text = (called?: RegExp): Argument =>
  argument(
    (random) => pick(random, random(3) === 0 ? TEXTS : URIS) + (random(2) === 0 ? pick(random, TEXTS) : ""),
    isString,
    called,
  );
const orNone = ({ make, accepts, called, options }: Argument): Argument =>
  argument(
    (random) => (random(2) === 0 ? undefined : make(random)),
    (value) => value === undefined || accepts(value),
    called,
    options,
  );
const choice = (...values: readonly unknown[]): Argument => pickFrom(values, (value) => values.includes(value));
const bytes = (called?: RegExp): Argument =>
  argument((random) => new TextEncoder().encode(text().make(random) as string), isBytes, called);
const textOrBytes = argument(
  (random) => (random(2) === 0 ? text() : bytes()).make(random),
  (value) => isString(value) || isBytes(value),
);
const makeTarget = (size: number) =>
  argument(() => new Uint8Array(size), (value) => isBytes(value) && (value as Uint8Array).length >= size, /target/); // prettier-ignore
const target = makeTarget(64);
const largeTarget = makeTarget(0x2000);
const isNever = (): boolean => false;
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const isFunction = (value: unknown): boolean => typeof value === "function";
const isUriText = (given: unknown): boolean => /string|number|bigint|boolean/.test(typeof given);
const isUriOrUrl = (given: unknown): boolean => isString(given) || given instanceof URL;
const isIndex = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isPlain = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  [null, Object.prototype].includes(Object.getPrototypeOf(value) as null);

/** Makes an options object that contains each option with a probability of one half. */
function optionsArgument(options: Readonly<Record<string, Argument>>, called?: RegExp): Argument {
  const make = (random: Random): unknown =>
    Object.fromEntries(
      Object.entries(options).flatMap(([name, { make: value }]) => (random(2) === 0 ? [] : [[name, value(random)]])),
    );
  return orNone(argument(make, isPlain, called, options));
}

/** Whether a value is a plain object or an instance of a user-defined class, whose own properties the library reads. */
const isObject = (source: unknown): boolean => Object.prototype.toString.call(source) === "[object Object]";
const isPairs = (source: unknown): boolean =>
  isPlain(source) || isObject(source) || (source instanceof Map ? source.size === 0 : isEmptyList(source));
const isSet = (value: unknown): boolean => value instanceof sets.PercentEncodeSet;
const set = orNone(argument((random) => sets.namedSet(pick(random, sets.setNames())), isSet));
const encoding = argument(
  (random) => charset.encoding(pick(random, ENCODINGS)),
  (value) => value === charset.utf8,
  /encoding/i,
);
const flag = orNone(choice(true, false));
const listener = orNone(argument(() => () => {}, isFunction));
const policy = orNone(choice("throw", "keep", "drop", "replace"));
const plus = orNone(choice("literal", "space"));
const lone = orNone(choice("throw", "replace"));
const accept = orNone(
  pickFrom([/\p{L}|\d/u, sets.rfc3986.path, () => true], (value) => isFunction(value) || isSet(value)),
);
const except = { ...set, called: /except/ };
const encodings = orNone(pickFrom([[charset.utf8]], isEmptyList));
const limit = orNone(pickFrom([3, 100, Infinity], (value) => typeof value === "number" && value >= 0));

const DECODE_BYTES = { malformed: policy, plus, except };
const DECODE = {
  ...DECODE_BYTES,
  invalidUtf8: policy,
  percentU: flag,
  accept,
  encoding: orNone(encoding),
  legacy: flag,
};
const DECODER = {
  ...DECODE,
  raw: orNone(choice("same", "utf-8")),
  outputEncoding: orNone(encoding),
  onIssue: listener,
};
const unencodable = orNone(choice("reference", "throw"));
const PRESERVE = { preserveEscapes: flag };
const ENCODE = { loneSurrogate: lone, encoding: orNone(encoding), unencodable };
const ENCODER = {
  ...PRESERVE,
  encoding: orNone(encoding),
  inputEncoding: orNone(encoding),
  invalidInput: orNone(choice("throw", "drop", "replace")),
  unencodable,
  newlines: orNone(choice("keep", "lf", "crlf", "cr")),
  hex: orNone(choice("upper", "lower")),
  onIssue: listener,
};
/** The other options of an encoder require an encoding. */
const withEncoding = (options: Argument): Argument => ({
  ...options,
  make: (random) => ({ encoding: charset.utf8, ...(options.make(random) as object | undefined) }),
});
const index = orNone(argument((random) => random(20), isIndex, /from and to/));
const RANGE = { from: index, to: index, final: flag };
/** The parameters of a call for one chunk. */
const chunk = (into: Argument, called?: RegExp): readonly Argument[] => [
  bytes(/source/),
  into,
  optionsArgument(RANGE, called),
];
const SET = { nonAscii: orNone(choice("all", "none", "iri", "iri-query")), spaceAsPlus: flag };
const LIMITS = { pairs: limit, name: limit, value: limit, body: limit };
const FORM_STREAM = {
  loneSurrogate: lone,
  rules: orNone(choice("strict", "whatwg")),
  malformed: policy,
  invalidUtf8: policy,
  accept,
  onIssue: listener,
  limits: optionsArgument(LIMITS),
  encoding: orNone(encoding),
  separator: orNone(choice("&", "&;")),
};
const FORM = { ...FORM_STREAM, charsetField: encodings };
const REQUEST = { ...FORM, charsets: encodings };
const duplicates = orNone(choice("throw", "first", "last", "array", "combine"));
const PARSER = { ...REQUEST, object: orNone(choice("throw", "first", "last", "array", "combine", "pairs")) };
const EXPRESS_PARSER = {
  ...PARSER,
  limit,
  parameterLimit: limit,
  type: orNone(pickFrom(["*/*"], isFunction)),
  verify: listener,
  inflate: flag,
  extended: orNone(choice(false)),
  defaultCharset: orNone(choice("utf-8")),
  charsetSentinel: orNone(choice(false)),
  interpretNumericEntities: orNone(choice(false)),
};
const FASTIFY_PARSER = { ...PARSER, bodyLimit: limit, parser: choice(undefined) };
const SERIALIZE = {
  ...ENCODE,
  nulls: orNone(choice("throw", "skip", "empty")),
  newlines: orNone(choice("keep", "crlf")),
  space: orNone(choice("+", "%20")),
  separator: orNone(choice("&", ";")),
  charsetField: flag,
};
const OBJECT = { duplicates };
const CLEAN = {
  level: orNone(choice("basic", "advanced")),
  encoding: orNone(encoding),
  doubleEncoding: orNone(choice("keep", "repair")),
  addressBar: orNone(choice("firefox-10", "chrome-16")),
};
const ALLOWED: readonly unknown[] = ["slash", "empty", "control", "dot"];
const ALLOW = orNone(
  argument(
    (random) => ALLOWED.filter(() => random(2) === 0),
    (given) => Array.isArray(given) && given.every((name) => ALLOWED.includes(name)),
    /allow/,
  ),
);
const COMPOSE = { allow: ALLOW, nulls: orNone(choice("throw", "skip", "empty")) };
const FILE = { windows: orNone(flag) };
const DESCRIBE = { scheme: orNone(pickFrom(["https", "redis", "FILE"], isString)) };
const DISPLAY = { profile: orNone(choice("strict", "basic", "advanced", "chromium", "firefox")) };
/** A list of names: an array, or any other iterable of strings but a string. */
const topLevelDomains = orNone(
  pickFrom(
    [["com"], new Set(["рф", "XN--P1AI"])],
    (given) => /String|Map/.test(Object.prototype.toString.call(given)) || (Array.isArray(given) && given[0] === "a"),
    /topLevelDomains/,
  ),
);
const FIND = { email: flag, scheme: orNone(choice("optional", "required")), topLevelDomains };
const FORMAT = { topLevelDomains };
const link = pickFrom(["https://e.com/%C3%A9", "mailto:a@e.com"], isString);
const PATH = { allow: ALLOW, fileSystem: orNone(choice("posix", "windows")) };
const UNSAFE = orNone(choice("throw", "allow"));
const EXPAND = { unsafe: UNSAFE, allow: ALLOW };
const MATCH = { unsafe: UNSAFE, allow: ALLOW, trailingQuery: orNone(choice("mismatch", "ignore")) };
const PART = orNone(pickFrom(["a", "http", ""], isString));
const EDIT = { malformed: policy, invalidUtf8: policy, plus, space: orNone(choice("%20", "+")) };
const editOptions = optionsArgument(EDIT, /editUri/);
const PORT = orNone(pickFrom(["80"], (given) => isString(given) || typeof given === "number"));
const CHANGES = {
  scheme: PART,
  userinfo: PART,
  host: PART,
  port: PORT,
  fragment: PART,
  path: orNone(pickFrom([["a"]], Array.isArray)),
};

const templateText = pickFrom(["/{a}{?b,c*}", "{+a}", "{a", "x"], isString);
const values = (called?: RegExp) =>
  pickFrom([{}, { a: "é", b: 1 }, { a: ".." }, { c: { d: "x" }, a: ["y"] }], isObject, called);

const ascii = (called?: RegExp) => pickFrom(["", "/", "a+ "], isString, called);
const character = pickFrom(["a", "é", 0x2f], (value) => value === 7, /has\(\)/);
const ownSet = sets.rfc3986.component;
const givenSet: Argument = { ...set, accepts: isNever, make: () => sets.whatwg.form };
const errorCode = pickFrom(["invalid-uri"], isString, /code/);
const compiled = template.compileTemplate("/{a}{?b,c*}");
const name = (called?: RegExp) => pickFrom(["a", "b", "é", "__proto__"], isString, called);
const value = pickFrom(["x", 7, true, "é\ud800"], isUriText, /value of/);
const editValue: Argument = {
  ...value,
  accepts: (given) => value.accepts(given) || (Array.isArray(given) && given.every((one) => value.accepts(one))),
};
const segment = pickFrom(["x", 7, true, "a/b", ".."], isUriText, /segment/);
const anyUri: Argument = { ...text(), accepts: isUriOrUrl };
const uriOrUrl: Argument = { ...anyUri, called: /editUri/ };
const pattern = pickFrom(
  ["a", "*", "\\*a*", /a/g],
  (given) => typeof given === "string" || given instanceof RegExp,
  /deleteMatching/,
);
const pairs = argument(
  (random) =>
    pick(random, [
      [
        ["a", "1"],
        ["b", "x y"],
      ],
      { a: "1", b: ["2", "3"] },
      new URLSearchParams("a=1&a=2"),
      new Map([["é", "\ud800"]]),
    ]),
  isPairs,
  /form|pair|value of/,
);
const request = argument(makeRequest, isNever, /parseFormRequest|Request/);
const instance = argument(() => ({ addContentTypeParser: () => {} }), isNever, /formParser/);

/** Makes the fault from which an error is constructed. */
function makeFault(code: codec.PercentEncodingErrorCode): codec.PercentEncodingFault {
  return { operation: "decode", code, index: 0, length: 1, unit: "byte", excerpt: "", detail: undefined };
}

function makeRequest(random: Random): object {
  const body = new TextEncoder().encode(pick(random, TEXTS));
  const chunks = new ReadableStream({
    start(controller) {
      controller.enqueue(body);
      controller.close();
    },
  });
  return { headers: new Headers({ "content-type": "application/x-www-form-urlencoded" }), body: chunks };
}

const compiledKernel = new WebAssembly.Module(wasm.wasmBinary());

/** Calls the Fastify plugin and throws the error that it passes to `done`. */
function callPlugin(on: never, options: never): void {
  let failed: unknown;
  fastify.formParser(on, options, (error) => (failed = error));
  if (failed !== undefined) throw failed as Error;
}

const CHECK = {
  grammar: orNone(choice("rfc3986", "rfc3987", "whatwg")),
  base: orNone(pickFrom(["http://e.com/", "file:///C:/", "mailto:a"], isString, /^base /)),
};
/** Only the grammar `whatwg` has a base. */
const checkOptions = orNone({
  ...optionsArgument(CHECK),
  make: (random) => {
    const grammar = CHECK.grammar.make(random);
    return grammar === "whatwg" ? { grammar, base: CHECK.base.make(random) } : { grammar };
  },
});

const row = (functionName: string, call: PublicFunction["call"], ...args: readonly Argument[]): PublicFunction => ({
  name: functionName,
  call,
  args,
});
/** Returns a function that calls a constructor. */
const construct =
  // eslint-disable-next-line typescript/no-explicit-any -- each has arguments of its own
  (Class: new (...args: any[]) => object) =>
    (...args: readonly unknown[]) =>
      new Class(...args);
/** Returns a function that calls a method of a new object, and lists what it iterates over. */
const callMethod =
  // eslint-disable-next-line typescript/no-explicit-any -- each has arguments of its own
  (Class: new (...args: any[]) => object, method: string, ...given: readonly unknown[]) =>
    (...args: readonly unknown[]): unknown => {
      const owner = new Class(...given) as Record<string, (...args: readonly unknown[]) => unknown>;
      const result = owner[method]!(...args);
      return typeof result === "object" && result !== null && Symbol.iterator in result ? [...(result as [])] : result;
    };
const PAIRS_METHODS: Readonly<Record<string, readonly Argument[]>> = {
  has: [name(), orNone(value)],
  get: [name()],
  getAll: [name()],
  single: [name()],
  delete: [name(), orNone(value)],
  entries: [],
  keys: [],
  values: [],
  sort: [],
  forEach: [argument(() => () => {}, isFunction)],
  set: [name(), value],
  append: [name(), value],
  toMap: [],
  toJSON: [],
  toObject: [optionsArgument(OBJECT)],
  toString: [optionsArgument(SERIALIZE)],
};
const parameter = name(/name of a parameter/);
const EDITOR_METHODS: Readonly<Record<string, readonly Argument[]>> = {
  get: [parameter],
  getAll: [parameter],
  has: [parameter],
  set: [parameter, editValue],
  append: [parameter, editValue],
  delete: [parameter],
  deleteMatching: [pattern],
  rename: [parameter, name(/new name of a/)],
  sort: [],
};

/** Returns the rows of functions of a module that are called as they are. */
const rows = (module: object, functions: Readonly<Record<string, readonly Argument[]>>): readonly PublicFunction[] =>
  Object.entries(functions).map(([functionName, args]) =>
    row(functionName, (module as Record<string, PublicFunction["call"]>)[functionName]!, ...args),
  );

/** Every public function, constructor and method with its parameters. */
export const FUNCTIONS: readonly PublicFunction[] = [
  ...rows(codec, {
    percentDecode: [text(), optionsArgument(DECODE)],
    percentDecodeReport: [text(), optionsArgument(DECODE)],
    percentDecodeBytes: [bytes(), optionsArgument(DECODE_BYTES)],
    percentEncode: [text(), set, optionsArgument({ ...ENCODE, ...PRESERVE })],
    percentEncodeBytes: [bytes(), set, optionsArgument(PRESERVE)],
  }),
  row("PercentDecoder", construct(codec.PercentDecoder), optionsArgument(DECODER)),
  row("PercentDecoder.decodeInto", callMethod(codec.PercentDecoder, "decodeInto"), ...chunk(target)),
  row("PercentEncoder", construct(codec.PercentEncoder), set, withEncoding(optionsArgument(ENCODER))),
  row("PercentEncoder.encodeInto", callMethod(codec.PercentEncoder, "encodeInto"), ...chunk(target)),
  row("PercentEncodingError", (code) => new codec.PercentEncodingError(makeFault(code)).message, errorCode),
  ...rows(legacy, { escape: [text()], unescape: [text()] }),

  row("PercentEncodeSet.encoding", sets.PercentEncodeSet.encoding, ascii(), optionsArgument(SET)),
  row("PercentEncodeSet.keeping", sets.PercentEncodeSet.keeping, ascii(), optionsArgument(SET)),
  row("PercentEncodeSet.has", (given) => ownSet.has(given), character),
  row("PercentEncodeSet.add", (given) => ownSet.add(given).encoded, ascii(/^add /)),
  row("PercentEncodeSet.remove", (given) => ownSet.remove(given).encoded, ascii(/^remove /)),
  row("PercentEncodeSet.union", (given) => ownSet.union(given).encoded, { ...givenSet, called: /^union / }),
  row("PercentEncodeSet.complement", () => ownSet.complement().encoded),
  row(
    "PercentEncodeSet.named",
    (...args) => ownSet.named(...(args as [never, never])).name,
    name(/name of a set/),
    text(/source of a set/),
  ),
  ...rows(sets, {
    namedSet: [pickFrom(sets.setNames(), isString)],
    setNames: [],
    diffSets: [{ ...givenSet, make: () => ownSet }, givenSet],
  }),
  ...rows(charset, {
    encoding: [pickFrom(["sjis"], isString)],
    outputEncoding: [encoding],
    pickFormEncoding: [orNone(text()), orNone({ ...encoding, called: /pickFormEncoding/ })],
  }),
  row("Encoding.hasLabel", charset.utf8.hasLabel, text(/hasLabel/)),
  row("Encoding.hasLabel", (label) => charset.encoding("shift_jis").hasLabel(label), text(/hasLabel/)),
  row(
    "parseQuery",
    (given, options) => [...uri.parseQuery(given, options)],
    { ...anyUri, accepts: (given) => anyUri.accepts(given) || isBytes(given) },
    optionsArgument(FORM),
  ),
  row("parseForm", (input, options) => [...form.parseForm(input, options)], textOrBytes, optionsArgument(FORM)),
  row(
    "FormPairs",
    (source) => [...new form.FormPairs(source)],
    orNone({ ...pairs, accepts: (source) => isString(source) || isPairs(source) }),
  ),
  ...Object.entries(PAIRS_METHODS).map(([method, args]) =>
    row(`FormPairs.${method}`, callMethod(form.FormPairs, method, { a: ["1", "2"], é: "" }), ...args),
  ),
  ...rows(form, {
    serializeForm: [
      pairs,
      optionsArgument({ ...SERIALIZE, style: orNone(choice("deep", "brackets", "repeat", "comma")) }),
    ],
    toNestedObject: [pairs, optionsArgument({ style: orNone(choice("deep", "repeat")) })],
  }),
  row("FormRequestError", (code) => new form.FormRequestError(makeFault(code)).status, errorCode),
  row(
    "parseFormRequest",
    async (...args) => [...(await form.parseFormRequest(...(args as [never])))],
    request,
    optionsArgument(REQUEST),
  ),

  ...rows(uri, {
    cleanUri: [anyUri, optionsArgument(CLEAN)],
    cleanUriReport: [anyUri, optionsArgument(CLEAN)],
    isUri: [anyUri],
    isUriReference: [anyUri],
    checkUri: [anyUri, checkOptions],
    compareUris: [anyUri, anyUri, optionsArgument({ reservedWithoutPurpose: flag })],
    encoded: [text(), { ...choice("uri", "userinfo", "segment", "path", "query", "fragment"), called: /component/ }],
    fileUri: [text(), optionsArgument(FILE)],
    filePath: [pickFrom(["file:///C:/a", "file:/C:/%41"], isUriOrUrl), optionsArgument(FILE)],
    isHttpUrl: [text()],
    displayUri: [anyUri, optionsArgument(DISPLAY)],
    displayUriReport: [anyUri, optionsArgument(DISPLAY)],
    parseUrl: [anyUri],
    describeHost: [text(), optionsArgument(DESCRIBE)],
    iriToUri: [anyUri],
    uriToIri: [anyUri],
    normalizeUri: [anyUri],
    resolveUri: [anyUri, anyUri],
    splitAuthority: [text()],
    splitUri: [anyUri],
  }),
  row(
    "uri",
    (hole: never) => uri.uri`/a/${hole}?b=1`,
    pickFrom(
      ["a/b", 7, "é"],
      (given) => (Array.isArray(given) ? given : [given]).every((item) => item !== "" && isUriText(item)),
      /a segment/,
    ),
  ),
  row(
    "uri()",
    uri.uri as never,
    argument(() => Object.assign(["/a"], { raw: ["/a"] }), isNever, /uri/),
  ),
  row("uri.with", (options) => uri.uri.with(options)`/a/${"b"}`, optionsArgument(COMPOSE)),
  ...rows(links, {
    findLinks: [text(), optionsArgument(FIND)],
    formatLink: [link, optionsArgument(FORMAT)],
    listTopLevelDomains: [],
  }),
  row("editUri", (...given) => String(uri.editUri(...(given as [never]))), uriOrUrl, editOptions),
  row("UriEditor", (...given) => String(new uri.UriEditor(...(given as [never]))), uriOrUrl, editOptions),
  ...Object.entries(EDITOR_METHODS).map(([method, args]) =>
    row(
      `UriEditor.${method}`,
      (...given) => String(callMethod(uri.UriEditor, method, "https://e.com/p?a=1&b&a=%7e#f")(...given)),
      ...args,
    ),
  ),
  row(
    "UriEditor.appendPath",
    (given: string, options?: object) =>
      uri
        .editUri("/p")
        .appendPath(given, ...(options === undefined ? [] : [options]))
        .toString(),
    segment,
    // Anything that is not an object of options is a segment.
    {
      ...optionsArgument({ allow: ALLOW }, /appendPath/),
      accepts: (given) => given === undefined || isPlain(given) || segment.accepts(given),
    },
  ),
  row(
    "UriEditor.with",
    (given: object, options?: object) => uri.editUri("//e.com/p").with(given, options).toString(),
    { ...optionsArgument(CHANGES, /with/), accepts: (given) => given === undefined || isPlain(given) },
    optionsArgument({ allow: ALLOW }, /with/),
  ),
  row("UriEditor.toString", () => uri.editUri("/p?#").toString()),
  ...rows(template, {
    parseTemplate: [templateText],
    expandTemplate: [templateText, values(), optionsArgument(EXPAND)],
    matchTemplate: [templateText, text(), optionsArgument(MATCH)],
  }),
  row("compileTemplate", (one: string) => template.compileTemplate(one).variables, templateText),
  row("compileTemplate.expand", compiled.expand, values(/expand/), optionsArgument(EXPAND, /expand/)),
  row("compileTemplate.match", compiled.match, { ...text(), called: /match/ }, optionsArgument(MATCH, /match/)),

  ...rows(inspect, {
    escapeInvisible: [text(), orNone(text())],
    inspect: [text()],
    guessCharsets: [textOrBytes],
    toExcerpt: [textOrBytes],
    skipCleanLine: [text(), pickFrom([0], isIndex)],
  }),
  ...rows(guard, {
    isHeaderSafe: [text()],
    encodeFor: [{ ...choice(...guard.PURPOSES), called: /purpose/ }, text()],
    isSameOriginPath: [text()],
    decodePath: [text(), optionsArgument(PATH)],
  }),
  row(
    "encodeFor",
    (given: string, options: object) => guard.encodeFor("path-segment", given, options),
    text(),
    optionsArgument({ allow: ALLOW }),
  ),

  row(
    "PercentDecoder({ encoding }).decodeInto",
    callMethod(codec.PercentDecoder, "decodeInto", { encoding: charset.utf8 }),
    ...chunk(largeTarget, /PercentDecoder.decodeInto/),
  ),
  row(
    "PercentEncoder({ encoding }).encodeInto",
    callMethod(codec.PercentEncoder, "encodeInto", undefined, { encoding: charset.utf8 }),
    ...chunk(largeTarget, /PercentEncoder.encodeInto/),
  ),
  row(
    "PercentDecodeStream",
    construct(stream.PercentDecodeStream),
    optionsArgument({ ...DECODER, loneSurrogate: lone }),
  ),
  row(
    "PercentEncodeStream",
    construct(stream.PercentEncodeStream),
    { ...set, called: /PercentEncoder/ },
    withEncoding(optionsArgument({ ...ENCODER, loneSurrogate: lone })),
  ),
  row("FormParseStream", construct(stream.FormParseStream), optionsArgument(FORM_STREAM)),

  row("wasmBinary", () => wasm.wasmBinary().length),
  row("allocateBuffers", () => wasm.allocateBuffers().source.length),
  ...rows(wasm, {
    wasmStatus: [],
    enableWasm: [orNone(pickFrom([compiledKernel], isNever))],
    countByte: [
      argument(
        (random) => random(256),
        (given) => given === 7,
        /countByte/,
      ),
      bytes(/countByte/),
    ],
  }),

  row("formParser()", express.formParser, optionsArgument(EXPRESS_PARSER)),
  row("formParser", callPlugin, instance, optionsArgument(FASTIFY_PARSER)),
];

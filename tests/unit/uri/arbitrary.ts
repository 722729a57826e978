import fc from "fast-check";

type Text = fc.Arbitrary<string>;

const pick = (...texts: string[]): Text => fc.constantFrom(...texts);
const joined = (part: Text, maxLength: number, minLength = 0): Text =>
  fc.array(part, { minLength, maxLength, size: "max" }).map((parts) => parts.join(""));
const sequence = (...parts: Text[]): Text => fc.tuple(...parts).map((all) => all.join(""));
const weighted = (...choices: [weight: number, arbitrary: Text][]): Text =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

// The parts of valid URIs.

const DIGITS = [..."0123456789"];
const UNRESERVED = [..."azAZ09-._~", "abc", "Home", "e.com", "..", "x.y"];
const SUB_DELIMS = [..."!$&'()*+,;="];
const hexDigit = pick(..."0123456789abcdefABCDEF");

/** Escapes of every kind in both letter cases, necessary or not. */
const escape: Text = weighted(
  [6, pick("%20", "%25", "%2525", "%252e", "%252F", "%00", "%0d%0A", "%09", "%7f", "%22", "%5c", "%5C", "%7B", "%7c")],
  [6, pick("%41", "%7e", "%7E", "%2d", "%2E", "%2e", "%5f", "%30", "%61", "%7a")],
  [6, pick("%2f", "%2F", "%3a", "%3A", "%3f", "%23", "%40", "%5b", "%5D", "%26", "%3d", "%2B", "%3B", "%21", "%27")],
  [3, pick("%c3%a9", "%C3%A9", "%E2%82%ac", "%f0%9F%98%80", "%CE%BC", "%d0%96", "%E4%B8%AD", "%e2%80%AE", "%C2%A0")],
  [2, pick("%FF", "%c0%af", "%C3", "%a9", "%E2%82", "%ED%A0%80", "%F4%90%80%80", "%E2%80%8b", "%cc%81", "%C2%85")],
  [3, fc.tuple(hexDigit, hexDigit).map(([high, low]) => `%${high}${low}`)],
);

const characters = (more: string): Text =>
  weighted([8, pick(...UNRESERVED)], [3, pick(...SUB_DELIMS, ...more)], [4, escape]);

const scheme: Text = weighted(
  [8, pick("http", "https", "HTTP", "hTTps", "ws", "wss", "ftp", "FTP", "file", "mailto", "urn", "data", "tel", "a")],
  [2, sequence(pick(..."abyzABYZ"), joined(pick(..."azAZ09+-."), 6))],
);

const decOctet: Text = fc.nat({ max: 255 }).map(String);
const ipv4: Text = fc.tuple(decOctet, decOctet, decOctet, decOctet).map((octets) => octets.join("."));

const h16: Text = weighted([1, pick("0", "00", "0000", "ffff", "FFFF", "1", "db8", "2001", "fe80")], [1, joined(hexDigit, 4, 1)]); // prettier-ignore

const plainGroups = (count: number): Text =>
  fc.array(h16, { minLength: count, maxLength: count }).map((all) => all.join(":"));

/** The given number of groups, the last two sometimes as an IPv4 address. */
const groups = (count: number): Text => {
  if (count < 2) return plainGroups(count);
  const lead = fc.array(h16, { minLength: count - 2, maxLength: count - 2 });
  return fc.oneof(
    { weight: 3, arbitrary: plainGroups(count) },
    { weight: 1, arbitrary: fc.tuple(lead, ipv4).map(([all, last]) => [...all, last].join(":")) },
  );
};

/** All nine forms: eight groups, or n before `::` and at most 7 − n after it. */
const elided: Text[] = Array.from({ length: 8 }, (_, before) =>
  Array.from({ length: 8 - before }, (__, after) => sequence(plainGroups(before), fc.constant("::"), groups(after))),
).flat();
const ipv6: Text = fc.oneof(
  { weight: 8, arbitrary: groups(8) },
  ...elided.map((arbitrary) => ({ weight: 1, arbitrary })),
);

const ipvFuture: Text = sequence(
  pick("v", "V"),
  joined(hexDigit, 3, 1),
  fc.constant("."),
  joined(pick(...UNRESERVED, ...SUB_DELIMS, ":"), 6, 1),
);

const regName: Text = weighted(
  [6, pick("e.com", "example.com", "EXAMPLE.com", "a", "localhost", "e.com.", "xn--caf-dma.fr", "www.e-f.co.uk")],
  // Names by the RFC, but numbers or other names for a WHATWG parser.
  [3, pick("0x7f.1", "0177.0.0.1", "256.1.1.1", "1.2.3", "2130706433", "1.2.3.4.", "01.2.3.4", "1..2", "0x", "%31.1")],
  [3, pick("ex%41mple.com", "e%2ecom", "caf%C3%A9.fr", "%c3%a9", "e%2Fcom", "e%40f", "a%00b", "%ff", "XN--CAF-DMA.FR")],
  [3, joined(characters(""), 4, 1)],
);

const host: Text = weighted(
  [8, regName],
  [2, fc.constant("")],
  [2, ipv4],
  [2, ipv6.map((address) => `[${address}]`)],
  [1, ipvFuture.map((address) => `[${address}]`)],
);

const authority: Text = sequence(
  weighted([5, fc.constant("")], [2, joined(characters(":"), 4).map((userinfo) => `${userinfo}@`)]),
  host,
  weighted(
    [6, fc.constant("")],
    [3, pick(":", ":80", ":443", ":21", ":8080", ":0", ":080", ":65536")],
    [1, joined(pick(...DIGITS), 6).map((port) => `:${port}`)],
  ),
);

/** A dot-segment as often as anything else, in all its spellings. */
const DOTS = [".", "..", "%2e", "%2E%2e", ".%2E", "%2e.", "...", ".a", "a.", "..a", ".%2f", "..;"];
const makeSegment = (more: string, minLength = 0): Text =>
  weighted([2, pick(...DOTS)], [5, joined(characters(more), 3, minLength)]);
const segment = makeSegment(":@");
const pathAbempty: Text = joined(
  segment.map((text) => `/${text}`),
  5,
);
const pathRootless: Text = sequence(makeSegment(":@", 1), pathAbempty);
const pathNoscheme: Text = sequence(makeSegment("@", 1), pathAbempty);
const pathAbsolute: Text = weighted([1, fc.constant("/")], [4, pathRootless.map((path) => `/${path}`)]);
const pathEmpty: Text = fc.constant("");

const queryOrFragment: Text = weighted(
  [1, pick("", "a=1&b=2", "q=%20+x", "/../", "?", "http://e.com/", "a=%26&b=%3D")],
  [3, joined(characters(":@/?"), 5)],
);
const optional = (delimiter: string): Text =>
  weighted([1, pick("")], [2, queryOrFragment.map((text) => delimiter + text)]);

const schemeColon = scheme.map((name) => `${name}:`);
const slashesAuthority = authority.map((server) => `//${server}`);

/** A URI reference that is valid by construction, of every form. */
export const validUri: Text = sequence(
  weighted(
    [6, sequence(schemeColon, slashesAuthority, pathAbempty)],
    [2, sequence(slashesAuthority, pathAbempty)],
    [3, sequence(schemeColon, fc.oneof(pathAbsolute, pathRootless, pathEmpty))],
    [4, fc.oneof(pathAbsolute, pathNoscheme, pathEmpty)],
  ),
  optional("?"),
  optional("#"),
);

// Typical faults in URIs of users and attackers.

const STRAY = ["%", "%zz", "%4", "%%", "[", "]", "[]", " ", "\\", "#", "##", "<", ">", '"', "^", "`", "{", "|", "}"];
const CONTROLS = ["\0", "\t", "\n", "\r\n", "\u001b", "\u007f", "\u0085"];
const LETTERS = ["é", "e\u0301", "ß", "中", "ж", "😀", "\ue000", "\ufdd0", "\u{f0000}", "\ufffd"];
const flaw: Text = weighted([6, pick(...STRAY)], [1, pick(...CONTROLS)], [1, pick(...LETTERS)]);

/** Position as a fraction of the text's length, number of code units to remove, text to insert. */
const edit = fc.tuple(fc.nat({ max: 1000 }), fc.nat({ max: 2 }), flaw);

/** A text with one to three typical faults; some are valid again by chance. */
export const edited = (original: Text): Text =>
  fc.tuple(original, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([whole, edits]) =>
    edits.reduce((text, [share, removed, inserted]) => {
      const at = Math.round((share * text.length) / 1000);
      return text.slice(0, at) + inserted + text.slice(at + removed);
    }, whole),
  );

const INVISIBLE = ["\u00ad", "\u034f", "\u061c", "\u180e", "\u200b", "\u200d", "\u202e", "\u2066", "\u2800", "\ufeff"];
const LOOK_ALIKES = [..."\u2024\u2044\u2215\u29f8\u3002\uff0e\uff0f\uff61\ufe15\uff1a\uff03\uff20\uff05\uff3c\u2571"];
const SURROGATES = ["\ud800", "\udc00", "\ud83d", "\ude00", "\udbff", "\udfff"];
const HOSTS = [
  ..."evil.com good.com 0x7f.1 0x7f000001 017700000001 2130706433 １２７.0.0.1 127。0。0。1".split(" "),
  ..."①②⑦.0.0.1 раураl.com ｅvil.com xn--pypal-4ve.com xn--a xn-- faß.de a\u200db.com ﬀ.com".split(" "),
  ..."\u212a.com İ.com ℀.com ％41.com [::1] [::ffff:127.0.0.1] [fe80::1%25en0] [::1 ::1] [v1.a]".split(" "),
  ..."e_vil.com -.com .com a..com e.com. e%00.com e%2ecom e%2fcom %65vil.com %E3%80%82".split(" "),
  "%ef%bc%8e",
];

const starts: Text = pick(
  " javascript:",
  "",
  ..."http:// https:/ http: http:/\\ http:\\\\ http:/// HTTP:\\/\\ ht\ttp:// ht\ntp:// \u0001http://".split(" "),
  ..."java\nscript: // /// \\\\ /\\ /\t/ /.// /..// a:/.// .// ./ ..// %2f%2f /%09/ : :// a: 1a: é: %41:".split(" "),
  ..."file:///C|/ file://c:\\ blob:http:// data:,".split(" "),
);

const middles: Text = weighted(
  [6, pick(...HOSTS)],
  [
    3,
    pick("@", "@@", ":@", "u:p@", "u%40@", "good.com@", "good.com\\@", "good.com%40", "good.com:80@", "a@b@", "[@]@"),
  ],
  [2, pick(":80", ":", ":080", ":99999", ":-1", ":8\t0", ":%38", ":８０", ":80:80", ":+80")],
  [5, pick("/", "//", "\\", "/\\", "\\\\", "/.", "/..", "/./", "/../", "/.//", "/..;/", ".", "..", "...", "%5c..%5c")],
  [5, pick("..%2f", "%2e%2e", "%2e%2E/", ".%2e/", "%252e", "%252e%252e%252f", "%25%32%65", "%2f", "%5c", "%2F%2F")],
  [3, pick("?", "#", "##", "?#", "#?", "??", "&", "=", "a=1&a=2", "%23", "%3f", "%3F%23", ";", "%u002f", "%u2215")],
  [4, pick(...STRAY)],
  [2, pick(...CONTROLS, "%00", "%09", "%0a", "%0D%0a", "%1b[0m", "%7F")],
  [2, pick(...INVISIBLE, ...LOOK_ALIKES)],
  [1, pick(...SURROGATES)],
  [2, pick(...LETTERS, "\u0338", "\u0301", "\u{1f512}", "\u{e0041}")],
  [
    2,
    pick("%E2%80%AE", "%e2%80%8b", "%E2%A0%80", "%F0%9F%94%92", "%EF%BB%BF", "%cc%b8", "%E2%88%95", "%C2%A0", "%c3%a9"),
  ],
  [2, pick("%ff", "%C0%AF", "%E0%80%AF", "%ED%A0%80", "%F4%90%80%80", "%E2%82", "%80", "%ea%ba%5a%ba", "%+1", "%０0")],
  [2, escape],
);

/** Repetitions, up to a length that is still fast. */
const runs: Text = fc
  .tuple(
    pick("/", "\\", "@", "/..", "/.", "../", "%2e", "%", "[", "]", "#", ":", "é", "%25", "//"),
    fc.nat({ max: 12 }),
  )
  .map(([unit, count]) => unit.repeat(count));

/** URIs as attackers write them. */
export const hostile: fc.Arbitrary<string> = fc
  .tuple(
    starts,
    fc.array(fc.oneof({ weight: 9, arbitrary: middles }, { weight: 1, arbitrary: runs }), { maxLength: 6 }),
  )
  .map(([start, rest]) => start + rest.join(""));

const TYPED = [
  "",
  " ",
  "e",
  "C:\\dir",
  "C:\\Program Files\\a.txt",
  "\\\\server\\share\\a b",
  "/usr/local/a b",
  ..."~/notes.txt localhost:8080 127.0.0.1:80/x [::1]:80 user@e.com mailto:jörg@e.com".split(" "),
  "tel:+33 1 23",
  "www.café.fr/ü?q=ß#x y",
  "http://e.com/100%",
  "http://e.com/100% sure",
  ...'http://e.com/a[1]?b[]=2 http://e.com/{id} http://e.com/"q" <http://e.com/>'.split(" "),
  "http://e.com/a\n  b",
  "http://e.com/wiki/Ä_(x)",
  "http://e.com/#a#b",
  "https://e.com/?q=a+b c&r=100%&s=ß",
  ..."http://e.com:8080 http//e.com http:/e.com http:e.com htp://e.com http://http://e.com".split(" "),
  "http://例え.テスト/引き割り",
  "http://مثال.إختبار/",
  "javascript:alert('a b')",
  "data:text/plain,a b",
  ..."magnet:?xt=urn:btih:x git@e.com:a/b.git e.com. 100%".split(" "),
  "what is a uri?",
];

/** Text as users type or paste it. */
const typed: fc.Arbitrary<string> = weighted(
  [4, pick(...TYPED)],
  [
    6,
    sequence(
      pick("", "", "", " ", "  ", "\t", "\ufeff", "<", '"', "(", "URL: "),
      pick("", "", "http://", "https://", "HTTP://", "//", "ftp://", "www."),
      pick("e.com", "example.com", "E.COM", "café.fr", "münchen.de", "faß.de", "localhost", "10.0.0.1", "пример.рф"),
      pick("", "", "", ":80", ":8080", "."),
      pick("", "/", "/a b", "/ü", "/a/../b", "/a//b", "/é%20è", "/50%", "/a\\b", "/[x]", "/{x}", "/a|b", "/wiki/A_(b)"),
      pick("", "", "?", "?q=ß", "?q=a b", "?q=a+b&r=é", "?a[]=1", "?q=100%", "?u=http://e.com/?x#y", "?q='x'"),
      pick("", "", "#", "#x y", "#ü", "#a#b", "#/route?x", "#100%"),
      pick("", "", "", " ", "\n", ".", ",", ")", ">", '"'),
    ),
  ],
  [1, validUri.map((uri) => ` ${uri} `)],
);

/** A mixture of all of the above. */
export const anyUri: fc.Arbitrary<string> = weighted([4, validUri], [3, edited(validUri)], [3, hostile], [1, typed]);

import { FINDING_PAGES, type FindingPage } from "./finding-pages.ts";
import { type FindingCode, FINDINGS, type Severity } from "percodec/inspect";
import { FINDING_TITLES } from "./finding-titles.ts";

/** What the page says about a finding; text between backticks is code. */
export interface FindingEntry extends FindingPage {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  /** What a person does who writes no program; undefined for findings about spelling. */
  readonly reader: string | undefined;
  /** The texts of the page, and the words that people search for, in lower case. */
  readonly words: string;
}

interface FindingTopic {
  readonly title: string;
  readonly entries: readonly FindingEntry[];
}

/** The first finding of each topic, in the order of the table. */
const TOPICS: readonly (readonly [title: string, first: FindingCode])[] = [
  ["Escapes and their bytes", "malformed-escape"],
  ["Paths", "encoded-slash"],
  ["Control characters", "nul"],
  ["How the text is written", "multiple-encoding"],
  ["Delimiters that programs read differently", "plus-in-path"],
  ["Characters that mislead the eye", "bidi-control"],
  ["Where a URL leads", "credentials"],
  ["Where a text was copied from", "html-reference"],
];

const CODES = Object.keys(FINDINGS) as FindingCode[];

export function findEntry(code: FindingCode): FindingEntry {
  const { severity, message: template } = FINDINGS[code];
  const [title, message, reader] = [FINDING_TITLES[code], template.replace("{}", "…"), READER_ADVICE[code]];
  const page = FINDING_PAGES[code];
  const keywords = FINDING_KEYWORDS.flatMap(([words, codes]) => (codes.includes(code) ? [words] : []));
  const texts = [code, severity, title, message, page.what, page.why, reader, page.advice, ...keywords];
  return { code, severity, title, message, reader, words: texts.join("\n").toLowerCase(), ...page };
}

/**
 * Returns the topics with the findings that contain every word, in any letter case; a topic without one is left out. The finding whose code
 * is searched for comes first.
 */
export function filterTopics(words: string): readonly FindingTopic[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return FINDING_TOPICS;
  const topics = FINDING_TOPICS.flatMap(({ title, entries }) => {
    const found = entries.filter((entry) => wanted.every((word) => entry.words.includes(word)));
    return found.length === 0 ? [] : [{ title, entries: putFirst(found, ({ code }) => code === wanted[0]) }];
  });
  return putFirst(topics, ({ entries }) => entries[0]?.code === wanted[0]);
}

/** Moves the items that fit to the start. */
function putFirst<Item>(items: readonly Item[], fits: (item: Item) => boolean): readonly Item[] {
  return [...items.filter(fits), ...items.filter((item) => !fits(item))];
}

const LOOK_ALIKES = ["look-alike", "look-alike-host", "mixed-script-host", "restricted-host-character"] as const;
const OUT_OF_FOLDER = [
  "traversal",
  "dot-segment",
  "encoded-dot-segment",
  "encoded-slash",
  "encoded-backslash",
] as const;

/** Words that people search for and that a page of a finding may not contain, with the findings that they are about. */
const FINDING_KEYWORDS: readonly (readonly [words: string, codes: readonly FindingCode[]])[] = [
  ["lookalike look-alike homoglyph homograph confusable", LOOK_ALIKES],
  [
    "phishing spoofing",
    [...LOOK_ALIKES, "bidi-control", "invisible-character", "credentials", "host-like-user", "host-ambiguous"],
  ],
  ["punycode xn-- idn", ["look-alike-host", "mixed-script-host", "restricted-host-character", "invalid-host"]],
  ["xss cross-site scripting", ["script-url", "html-reference", "javascript-escape", "overlong-utf8"]],
  [
    "open redirect",
    ["scheme-relative", "nested-url", "raw-backslash", "host-ambiguous", "credentials", "host-like-user"],
  ],
  ["directory path traversal", [...OUT_OF_FOLDER, "multiple-encoding", "overlong-utf8", "path-parameter"]],
  ["ssrf server-side request forgery", ["non-public-host", "host-ambiguous", "scheme-relative", "nested-url"]],
  ["injection response splitting", ["crlf", "line-break", "nul", "control-character"]],
];

const ATTACK = "Do not open it: no honest program writes this.";
const LOOK_ALIKE =
  "Do not open it and enter no password. If you use the site, type its address yourself, or open your bookmark.";
const REFUSED = "Ask for the link again: browsers do not open this one.";
const OUTSIDE = "Do not open it, unless you test a server of your own: it asks for a file outside its folder.";
const BROKEN_CHARACTER = "Copy the text again from its source: a character of it is broken.";
const ONE_NAME =
  "Most such links only name something with a slash in it: open it as you would open any link of that site.";

/** What a person does who was sent a text with the finding and writes no program; findings about spelling have none. */
const READER_ADVICE: { readonly [code in FindingCode]?: string } = {
  "malformed-escape": "Compare the text with its source: a part may be lost, or the % is only a percent sign.",
  "truncated-escape": "Copy the text again: its end is missing.",
  "invalid-utf8":
    "If the text was cut, get the rest. Otherwise it may come from an old page or program: try the encodings that are offered.",
  "overlong-utf8": ATTACK,
  "encoded-surrogate": BROKEN_CHARACTER,
  "code-point-out-of-range": BROKEN_CHARACTER,
  "lone-surrogate": BROKEN_CHARACTER,
  "percent-u": "Use the button that writes it in UTF-8: most programs do not read this old form.",
  "percent-u-ascii": ATTACK,
  "encoded-slash": ONE_NAME,
  "encoded-backslash": ONE_NAME,
  "raw-backslash": "Read the backslash as a slash, as browsers do, and check which site and page the link names then.",
  "encoded-dot-segment": OUTSIDE,
  traversal: OUTSIDE,
  nul: ATTACK,
  crlf: ATTACK,
  "control-character":
    "Do not paste it into a terminal, and compare the text with its source: no keyboard types this character.",
  "semicolon-separator": "Read the query both ways: some sites see two values at the semicolon, and others one.",
  "multiple-encoding":
    "A link inside a link is written so. Any other text is meant to be read after its last decoding.",
  "hidden-delimiter": "Read the text after each decoding: it may be another link than the one that you see.",
  "budget-exceeded": ATTACK,
  "bidi-control": "Do not trust the order that you see: read the text with its signs, or remove the character.",
  "invisible-character": "Remove the character, or compare the text with the one that you expect.",
  "look-alike": "Find the first real / after //: the host ends there, however the rest looks.",
  "look-alike-host": LOOK_ALIKE,
  "mixed-script-host": LOOK_ALIKE,
  "restricted-host-character": "If you use the site, type its address yourself.",
  "replacement-character": "Get the text again from its source: characters are lost.",
  credentials: "Read what is after the @: that is the site. Do not send a link that contains a password.",
  "host-like-user": "Do not open it: the site is after the @, and the name before it misleads.",
  "host-ambiguous": "Do not open it: browsers and other programs go to different sites.",
  "invalid-host": REFUSED,
  "invalid-port": REFUSED,
  "script-url": "Do not open it, and do not paste it into an address bar: it can act in your name.",
  "scheme-relative": "Read its host: on a web page it leads to another site.",
  "non-public-host": "Do not open it if it comes from someone else: it leads to this machine or into your own network.",
  "nested-url": "Read the URL inside too: you may be sent on to it.",
  "html-reference": "Use the button that decodes it, and read the result.",
  "javascript-escape": "Use the button that decodes it, and read the result.",
  "legacy-charset": "Use the encoding in which the text reads well.",
  mojibake: "Use the text that is offered, if it reads well.",
};

/** All findings by their topics. */
export const FINDING_TOPICS: readonly FindingTopic[] = TOPICS.map(([title, first], k) => {
  const next = TOPICS[k + 1]?.[1];
  const codes = CODES.slice(CODES.indexOf(first), next === undefined ? undefined : CODES.indexOf(next));
  return { title, entries: codes.map(findEntry) };
});

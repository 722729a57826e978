import { FINDING_PAGES } from "../../shared/finding-pages/index.ts";
import { type FindingCode, FINDINGS, type Severity } from "percodec/inspect";
import { FINDING_KEYWORDS } from "./finding-keywords.ts";
import { FINDING_TITLES } from "./finding-titles.ts";
import { READER_ADVICE } from "./reader-advice.ts";

type FindingPage = (typeof FINDING_PAGES)[FindingCode];

/** What the page says about a finding; text between backticks is code. */
export interface FindingEntry extends FindingPage {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  /** What a person does who writes no program; undefined for findings about spelling. */
  readonly reader: string | undefined;
}

/** Findings about one subject. */
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

/** All findings by their topics. */
export const FINDING_TOPICS: readonly FindingTopic[] = TOPICS.map(([title, first], k) => {
  const next = TOPICS[k + 1]?.[1];
  const codes = CODES.slice(CODES.indexOf(first), next === undefined ? undefined : CODES.indexOf(next));
  return { title, entries: codes.map(readEntry) };
});

function readEntry(code: FindingCode): FindingEntry {
  const { severity, message } = FINDINGS[code];
  return {
    code,
    severity,
    title: FINDING_TITLES[code],
    message: message.replace("{}", "…"),
    reader: READER_ADVICE[code],
    ...FINDING_PAGES[code],
  };
}

/** Returns what the page says about a finding. */
export function findEntry(code: FindingCode): FindingEntry {
  return FINDING_TOPICS.flatMap(({ entries }) => entries).find((entry) => entry.code === code)!;
}

/**
 * Returns the topics with the findings that contain every word, in any letter case; a topic without one is left out. The finding whose code
 * is searched for comes first.
 */
export function filterTopics(words: string): readonly FindingTopic[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return FINDING_TOPICS;
  const topics = FINDING_TOPICS.flatMap(({ title, entries }) => {
    const found = entries.filter((entry) => {
      const text = readWords(entry);
      return wanted.every((word) => text.includes(word));
    });
    return found.length === 0 ? [] : [{ title, entries: putFirst(found, ({ code }) => code === wanted[0]) }];
  });
  return putFirst(topics, ({ entries }) => entries[0]!.code === wanted[0]);
}

/** Moves the items that fit to the start. */
function putFirst<Item>(items: readonly Item[], fits: (item: Item) => boolean): readonly Item[] {
  return [...items.filter(fits), ...items.filter((item) => !fits(item))];
}

const wordsByCode = new Map<FindingCode, string>();

/** Returns the texts of a finding in lower case, which are put together once. */
function readWords(entry: FindingEntry): string {
  const { code, severity, title, message, what, why, reader = "", advice } = entry;
  let text = wordsByCode.get(code);
  if (text === undefined) {
    const keywords = FINDING_KEYWORDS.flatMap(([words, codes]) => (codes.includes(code) ? [words] : []));
    text = [code, severity, title, message, what, why, reader, advice, ...keywords].join("\n").toLowerCase();
    wordsByCode.set(code, text);
  }
  return text;
}

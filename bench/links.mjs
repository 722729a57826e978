// Times findLinks and link finders of npm in this process, on prose without links: npm run bench -- links
//
// The bar is a ratio of 1 to the fastest finder of regular expressions that finds as much. Each finder is first given texts with
// one link each, and has to find nothing in the prose.
import { findLinks } from "percodec/links";
import { installOnce } from "../tests/support/install.mjs";
import { ROUND_MS, ROUNDS } from "./definitions.mjs";
import { compare } from "./measure.mjs";
import { compareWithBars, listMissed } from "./results.mjs";
import { printMissed, printTables, readOptions, saveRun } from "./runs.mjs";

const BAR = 1;
const UNITS = 10_000;

/** Sentences without links, with dots in abbreviations and numbers. */
const PROSE = {
  English: "It was, e.g., a fine day; nobody (not even Mr. Smith) knew why. Prices rose by 3.5 percent: see table 4.2 below. “Really?” she asked... And so on, etc. ",
  Russian: "Съешь же ещё этих мягких французских булок, да выпей чаю. И т.д. и т.п., сказал он. Цена выросла на 3,5 процента; смотри таблицу 4.2 ниже. ",
  Greek: "Ήταν μια ωραία μέρα· π.χ. κανείς δεν ήξερε γιατί. Οι τιμές αυξήθηκαν κατά 3,5 τοις εκατό; Δες τον πίνακα 4.2. ",
  Arabic: "كان يوما جميلا، ولم يعرف أحد السبب. ارتفعت الأسعار بنسبة 3.5 بالمئة؛ هل رأيت الجدول؟ وهكذا دواليك. ",
  Hindi: "वह एक अच्छा दिन था। किसी को पता नहीं था कि क्यों, और कीमतें 3.5 प्रतिशत बढ़ गईं। क्या आपने तालिका देखी? ",
  Chinese: "我们今天去公园散步。天气很好，风也不大。他说：“明天还来吗？”大家都同意了。价格上涨了3.5个百分点；请看下表。",
}; // prettier-ignore

/** Texts with one link each. */
const LINKS = [
  "See http://example.com/a now", "See https://example.com/a?b=c#d now", "See example.com now", "See www.example.co.uk/path now",
  "See example.com/α/βγ now", "Mail john.doe@example.com now", "Mail mailto:a@example.com now", "См. пример.рф сейчас", "See bücher.de now",
  "See https://пример.рф/путь now", "See http://192.168.0.1:80/x now", "(see http://example.com/a_(b))",
  "See https://ja.example.org/wiki/フィン・ゴッホ now", "See foo.香港 now",
]; // prettier-ignore

const options = readOptions(ROUNDS, 1);
const { rounds } = options;
installOnce("bench");
const { linkFinders } = await import("./competitors/links.mjs");
const finders = [{ name: "percodec", kind: "ours", find: (text) => findLinks(text), skips: [] }, ...linkFinders];

const found = new Map(finders.map(({ name, find }) => [name, LINKS.filter((text) => find(text).length === 1).length]));
for (const [name, count] of found) console.log(`${name} finds ${count} of ${LINKS.length} links`);
if (found.get("percodec") !== LINKS.length) throw new Error("percodec does not find every link");
const isEligible = ({ name, kind }) => kind === "regular expressions" && found.get(name) === LINKS.length;

const workloads = [];
for (const [language, sentence] of Object.entries(PROSE).filter(([name]) => name.includes(options.only))) {
  const text = sentence.repeat(Math.ceil(UNITS / sentence.length));
  const measured = finders.filter(({ skips = [] }) => !skips.includes(language));
  for (const { name, find } of measured) {
    if (find(text).length > 0) throw new Error(`${name} finds a link in ${language} prose`);
  }
  const candidates = measured.map(({ name, find }) => ({ name, call: find, touch: "none" }));
  const times = compare(candidates, [text], { rounds, roundMs: ROUND_MS });
  const eligible = measured.filter(isEligible).sort((a, b) => times[a.name].ns - times[b.name].ns);
  const row = {
    id: `${language}, 10k units`,
    bars: eligible.slice(0, 1).map(({ name }) => ({ against: name, must: BAR })),
  };
  const notRun = finders.filter((one) => !measured.includes(one)).map(({ name }) => name);
  workloads.push({ table: "links", id: row.id, times, ratios: compareWithBars(row, candidates, times), notRun });
}
printTables(workloads);
saveRun({ kind: "links", rounds, links: LINKS.length, finds: Object.fromEntries(found), workloads }, options);
printMissed(listMissed(workloads));

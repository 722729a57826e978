// Looks through and explains a megabyte of everything that is awkward, and prints the times: node bench/inspect.mjs
import { explainDecode, findings } from "percodec/inspect";

const MB = 1e6;
const FINDINGS_MS = 200;
const EXPLAIN_MS = 1500;
const ROUNDS = 5;

/** Each text is about a megabyte, but the nested one: that is two. */
const TEXTS = {
  plain: "a".repeat(MB),
  "%41": "%41".repeat(MB / 3),
  "a%41": "a%41".repeat(MB / 4),
  "%C3%A9": "%C3%A9".repeat(MB / 6),
  "%2e%2e%2f": `/${"%2e%2e%2f".repeat(MB / 9)}`,
  "%": "%".repeat(MB),
  "%zz": "%zz".repeat(MB / 3),
  "%%41": "%%41".repeat(MB / 4),
  "%252525…, 2 MB": `%${"25".repeat(MB)}`,
  "%252541": `?${"%252541".repeat(MB / 7)}`,
  "%FF": "%FF".repeat(MB / 3),
  "%u0041": "%u0041".repeat(MB / 6),
  é: "é".repeat(MB),
  "😀": "😀".repeat(MB / 2),
  "bidi and invisible": "\u202e\u200b".repeat(MB / 2),
  mojibake: "Ð¿".repeat(MB / 2),
  "lone surrogates": "\ud800".repeat(MB),
  "+;": `/${"+;".repeat(MB / 2)}`,
  "../": `/${"../".repeat(MB / 3)}`,
  labels: `http://${"é.".repeat(MB / 2)}`,
  "@": `http://${"@".repeat(MB)}`,
  backslashes: "\\".repeat(MB),
};

function median(action) {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[ROUNDS >> 1];
}

let missed = 0;
console.log("text | findings, ms (bar 200) | explainDecode, ms (bar 1500)");
for (const [name, text] of Object.entries(TEXTS)) {
  // The answers first: a step list that lost something, or a scan that found nothing in a bad text, is no result.
  if (
    explainDecode(text)
      .map(({ input }) => input)
      .join("") !== text
  )
    throw new Error(`${name} does not tile`);
  const times = [median(() => findings(text)), median(() => explainDecode(text))];
  const bars = [FINDINGS_MS, EXPLAIN_MS];
  missed += times.filter((time, k) => time > bars[k]).length;
  console.log(
    `${name} | ${times.map((time, k) => `${time.toFixed(0)}${time > bars[k] ? " MISSED" : ""}`).join(" | ")}`,
  );
}
console.log(missed === 0 ? "every bar holds" : `${missed} bars are missed`);
process.exitCode = missed === 0 ? 0 : 1;

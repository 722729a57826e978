// Compares serializeForm in every encoding with the bytes that Chromium submits for a real <form accept-charset>.
import { conclude, counted } from "../../checks/check.mjs";
import { encoding } from "../../../library/dist/charset/index.js";
import { serializeForm } from "../../../library/dist/form/index.js";
import { codePointPairs, newlinePairs, stringPairs } from "./cases.mjs";
import { openChromium } from "./chromium.mjs";

/** The time limit in ms, after which the browser is closed. The run took 118 s here. */
const TIMEOUT = 600_000;
/** The most differences shown for each encoding. The others are only counted. */
const MOST_SHOWN = 5;
/**
 * The encodings in which a form can be submitted: those of the Encoding Standard except replacement and UTF-16BE/LE, which
 * "get an output encoding" replaces with UTF-8 (https://encoding.spec.whatwg.org/#output-encodings).
 */
const ENCODINGS = [
  "UTF-8",
  "IBM866",
  ...[2, 3, 4, 5, 6, 7, 8].map((part) => `ISO-8859-${part}`),
  "ISO-8859-8-I",
  ...[10, 13, 14, 15, 16].map((part) => `ISO-8859-${part}`),
  ..."KOI8-R KOI8-U macintosh windows-874".split(" "),
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`),
  ..."x-mac-cyrillic GBK gb18030 Big5 EUC-JP ISO-2022-JP Shift_JIS EUC-KR x-user-defined".split(" "),
];

const seed = Number(process.env.PERCODEC_SEED ?? Date.now() % 2 ** 31);
const forms = { codePoints: codePointPairs(seed), strings: stringPairs(seed), newlines: newlinePairs() };
const faults = [];

const chromium = await openChromium();
const watchdog = setTimeout(() => {
  faults.push(`not done after ${TIMEOUT / 1000} s`);
  void chromium.close();
}, TIMEOUT);
try {
  const others = forms.strings.length + forms.newlines.length;
  console.log(`Chromium ${chromium.version}; ${counted(others)} more strings per encoding, PERCODEC_SEED=${seed}`);
  for (const [form, pairs] of Object.entries(forms)) await chromium.makeForm(form, pairs);
  for (const label of ENCODINGS) {
    const found = [];
    for (const [form, pairs] of Object.entries(forms)) {
      found.push(...compare(label, pairs, await chromium.submit(form, label)));
    }
    console.log(`${label}: ${counted(forms.codePoints.length)} code points, ${counted(found.length)} differ`);
    for (const { ours, theirs } of found.slice(0, MOST_SHOWN)) console.log(`  Chromium ${theirs}\n  percodec ${ours}`);
    if (found.length > 0) faults.push(`${label}: ${counted(found.length)} differences`);
  }
} catch (error) {
  faults.push(error.message);
} finally {
  clearTimeout(watchdog);
  await chromium.close();
}

conclude(
  "forms",
  `${ENCODINGS.length} encodings, ${counted(ENCODINGS.length * forms.codePoints.length)} code points`,
  faults,
);

/** Returns the pairs that differ. Whole forms are compared first, because they are usually equal. */
function compare(label, pairs, theirs) {
  const ours = serialize(label, pairs);
  if (ours === theirs) return [];
  const sent = theirs.split("&");
  if (sent.length !== pairs.length) {
    return [{ ours: `${pairs.length} pairs`, theirs: `${sent.length} pairs` }];
  }
  const found = [];
  for (const [index, pair] of pairs.entries()) {
    const own = serialize(label, [pair]);
    if (own === sent[index]) continue;
    found.push({ ours: own, theirs: sent[index] });
  }
  // The pairs are equal but the forms differ: an encoder keeps state across pairs, or the separators differ.
  return found.length > 0 ? found : [{ ours: "the form, not its pairs", theirs: "each pair" }];
}

function serialize(label, pairs) {
  return serializeForm(pairs, {
    encoding: encoding(label),
    newlines: "crlf",
    loneSurrogate: "replace",
    charsetField: true,
  });
}

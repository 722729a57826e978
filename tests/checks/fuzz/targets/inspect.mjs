import { attempt, splitInput, assertLaw, same } from "../laws.mjs";

const POLICIES = ["keep", "drop", "replace"];

/** Findings are within the text, steps cover it, and paths and headers reported as safe are safe for the platform's parser. */
export const inspect = {
  tokens: [
    "/ // \\ .. . ; %2e %2f %5c %252e %25 %2525 %00 %0d %0a %09 %1b %7f".split(" "),
    "% %zz %4 %C0%AF %E0%80%AF %ED%A0%80 %FF %C3%A9 %u002e %u0041 %uD83D %+d %E2%80%AE".split(" "),
    [..."http:// @ ? # : + & = é \u202e \u200b \uff0f 😀 \ud800 \0 Ã© \t \n".split(" "), " "],
  ].flat(),
  run(input, library) {
    const { pick, rest } = splitInput(input);
    LAWS[pick(LAWS.length)](rest, library, pick);
  },
  long: ({ inspect: { inspect: inspectText }, compareDecoders, explainDecode }, text) => [
    inspectText(text),
    compareDecoders(text),
    explainDecode(text, { invalidUtf8: "keep", malformed: "keep" }),
  ],
};

/** @type {any[]} each is called with the text, the library and `pick` */
const LAWS = [checkFindings, checkSteps, checkDecoders, checkPaths];

function checkFindings(text, library) {
  const found = library.inspect.inspect(text).findings;
  assertLaw(
    found.every(({ index, length }) => index >= 0 && length > 0 && index + length <= text.length),
    "findings are within the text",
  );
  assertLaw(
    found.every(({ index }, k) => k === 0 || found[k - 1].index <= index),
    "findings are in order",
  );
}

function checkSteps(text, { codec: { percentDecodeReport, percentEncode }, explainDecode, explainEncode }, pick) {
  const options = {
    malformed: POLICIES[pick(3)],
    invalidUtf8: POLICIES[pick(3)],
    plus: ["literal", "space"][pick(2)],
    percentU: pick(2) === 1,
  };
  const { issueCount, value } = percentDecodeReport(text, options);
  const explained = explainDecode(text, options);
  same(joined(explained, "input"), text, "steps cover the text");
  same(joined(explained, "output"), value, "the outputs of the steps join to the value");
  same(explained.filter(({ code }) => code !== undefined).length, issueCount, "each issue has its step");
  const encoded = percentEncode(text, undefined, { loneSurrogate: "replace" });
  same(joined(explainEncode(text), "output"), encoded, "the outputs of explainEncode join to its value");
}

function checkDecoders(text, { compareDecoders }) {
  const report = compareDecoders(text);
  const values = new Set(report.results.map((result) => result.value));
  same(report.agree, values.size === 1 && !values.has(undefined), "decoders agree where they return one value");
  assertLaw(report.agree === (report.differences.length === 0), "there is a difference if decoders disagree");
}

function checkPaths(text, library, pick) {
  const { decodePath, isHeaderSafe, isSameOriginPath } = library.guard;
  const { percentDecode } = library.codec;
  const allow = [[], ["slash"], ["empty"]][pick(3)];
  const { error, value } = attempt(library, () => decodePath(text, { allow }));
  if (error) assertLaw(error[1] >= 0 && error[1] + error[2] <= text.length, `${error.join()} is within the path`);
  else
    assertLaw(
      value.every((one) => !/^\.\.?$|[\0-\x1f\\]/.test(one)),
      "segments are safe",
    );
  if (isSameOriginPath(text)) {
    for (const form of [text, percentDecode(text)])
      same(new URL(form, "https://own.example/a").origin, "https://own.example", "a path stays on its origin");
  }
  if (isHeaderSafe(text)) {
    const lenient = { malformed: "keep", invalidUtf8: "keep", percentU: true };
    assertLaw(!/[\0-\x08\n-\x1f\x7f]/.test(text + percentDecode(text, lenient)), "a header has no control character");
  }
}

function joined(all, part) {
  return all.map((step) => step[part]).join("");
}

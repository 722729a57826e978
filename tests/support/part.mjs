// .ci/run sets PERCODEC_PART=1: large checks then run on a seeded part of their inputs.

const isPart = process.env["PERCODEC_PART"] === "1";

const MS_A_DAY = 86_400_000;

/** Returns a filter that keeps one of `step` items in `.ci/run`, other ones on the next day, and else all. */
export function isInPart(/** @type {number} */ step) {
  const first = Math.floor(Date.now() / MS_A_DAY) % step;
  return (/** @type {unknown} */ _, /** @type {number} */ index) => !isPart || index % step === first;
}

/**
 * Returns the number of inputs of a check: all, or a part in `.ci/run`.
 *
 * @param {number} all the number of the named command
 * @param {number} part the number in `.ci/run`
 */
export function chooseSize(all, part) {
  return isPart ? part : all;
}

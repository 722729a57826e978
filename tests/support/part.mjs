// .ci/run sets PERCODEC_PART=1: large checks then run on a seeded part of their inputs.

const isPart = process.env["PERCODEC_PART"] === "1";

/**
 * Returns the number of inputs of a check: all, or a part in `.ci/run`.
 *
 * @param {number} all the number of the named command
 * @param {number} part the number in `.ci/run`
 */
export function chooseSize(all, part) {
  return isPart ? part : all;
}

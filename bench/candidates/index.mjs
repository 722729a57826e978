// The candidates of each workload and their calls.
import { byteCandidates } from "./bytes.mjs";
import { formCandidates } from "./forms.mjs";
import { kernelCandidates } from "./kernel.mjs";
import { stringCandidates } from "./strings.mjs";
import { uriCandidates } from "./uris.mjs";

const TABLES = {
  strings: stringCandidates,
  forms: formCandidates,
  uris: uriCandidates,
  bytes: byteCandidates,
  kernel: kernelCandidates,
};

/**
 * Returns the inputs and candidates of a workload.
 *
 * A candidate has a `name`, a `kind`, `call`, and `touch`, the way in which measure.mjs reads the result. The first candidate
 * has the kind `ours`; candidates of the kinds `ceiling` and `copy` do no work, those of the kind `beside` do other work, and
 * their answers are not checked. `inputs`
 * are its own inputs if it accepts another type. `normalize` converts its answer before the comparison: to a list of pairs,
 * or to a string without the difference that `note` describes.
 *
 * @param workload a row of definitions.mjs
 * @returns `inputs`, `candidates`, `expect`, which returns the right answer to an input, and `same`, which compares two
 */
export const setUp = (workload) => TABLES[workload.table](workload);

/** Calls every candidate with every input and throws if an answer is wrong. */
export function check(workload, { inputs, candidates, expect, same }) {
  const expected = inputs.map((input) => expect(input));
  for (const { name, kind, call, normalize = (answer) => answer, inputs: own = inputs } of candidates) {
    if (["ceiling", "copy", "beside"].includes(kind)) continue;
    const wrong = own.findIndex((input, k) => !same(normalize(call(input)), expected[k]));
    if (wrong >= 0) throw new Error(`${workload.id}: ${name} returns a wrong answer to input ${wrong}`);
  }
}

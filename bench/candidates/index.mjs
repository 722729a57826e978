// Who is measured at a workload, and how each is called.
import { byteCandidates, kernelCandidates } from "./bytes.mjs";
import { formCandidates } from "./forms.mjs";
import { stringCandidates } from "./strings.mjs";

const TABLES = {
  strings: stringCandidates,
  forms: formCandidates,
  bytes: byteCandidates,
  kernel: kernelCandidates,
};

/**
 * What a workload is made of.
 *
 * A candidate has a `name`, a `kind` (`ours` is the first; a `ceiling` and a `copy` do no work, and their answers are not looked at),
 * `call`, and `touch`, which measure.mjs does with the result. `inputs` are its own where it takes something else, and
 * `normal` makes its answer what the others give: the list of the pairs, or the text without the difference that `note` tells.
 *
 * @param workload a row of definitions.mjs
 * @param modules `percodec`, `sets`, `form`, `competitors`, and of the host what it has: `querystring`, `Buffer`, `kernelBytes`
 * @returns `inputs`, `candidates`, `expect`, which gives the right answer to an input, and `same`, which compares two; or
 *   `skip`, the reason why it cannot be measured
 */
export function setUp(workload, modules) {
  return TABLES[workload.table](workload, modules);
}

/** Calls everybody once with every input; a wrong answer ends the run. */
export function check(workload, { inputs, candidates, expect, same }) {
  const expected = inputs.map((input) => expect(input));
  for (const { name, kind, call, normal = (answer) => answer, inputs: own = inputs } of candidates) {
    if (kind === "ceiling" || kind === "copy") continue;
    const wrong = own.findIndex((input, k) => !same(normal(call(input)), expected[k]));
    if (wrong >= 0) throw new Error(`${workload.id}: ${name} gives a wrong answer to input ${wrong}`);
  }
}

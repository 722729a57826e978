// The built library as an adapter for run.mjs. tests/conformance/suite.mjs runs all rows, and compares issues and reports too.
import * as library from "../../conformance/library.mjs";
import { RUN } from "../../conformance/suite.mjs";

const others = Object.entries(RUN).map(([name, run]) => [name, (row) => run(row, library)]);

export const operations = {
  ...Object.fromEntries(others),
  parseForm: ({ input, options }) => (options === undefined ? [...library.parseForm(input)] : undefined),
  serializeForm: ({ input, options }) => (options === undefined ? library.serializeForm(input) : undefined),
};

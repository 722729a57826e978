import { expect, test } from "vitest";
import { check } from "../../conformance/suite.mjs";
import { allRows } from "../../conformance/vectors.mjs";
import * as charset from "../../src/charset/index.ts";
import * as form from "../../src/form/index.ts";
import * as codec from "../../src/index.ts";
import * as inspect from "../../src/inspect/index.ts";
import * as sets from "../../src/sets/index.ts";
import * as uri from "../../src/uri/index.ts";

const rows = allRows();

for (const op of new Set(rows.map((row) => row.op))) {
  test(`the vectors of ${op}`, () => {
    for (const row of rows.filter((one) => one.op === op))
      expect(check(row, { codec, sets, charset, form, uri, inspect }), row.id).toBeUndefined();
  });
}

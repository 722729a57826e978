import { expect, test } from "vitest";
import { check } from "../../conformance/suite.mjs";
import { allRows } from "../../conformance/vectors.mjs";
import * as library from "../../support/library.ts";

const rows = allRows() as readonly { readonly id: string; readonly op: string }[];

for (const op of new Set(rows.map((row) => row.op))) {
  test(`the vectors of ${op}`, () => {
    for (const row of rows.filter((one) => one.op === op)) expect(check(row, library), row.id).toBeUndefined();
  });
}

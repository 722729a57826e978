import { expect, test } from "vitest";
import { check } from "../../conformance/suite.mjs";
import { allRows } from "../../conformance/vectors.mjs";
import { MODULES } from "../../support/public-functions.ts";

/** The functions of all modules. */
const library = Object.fromEntries(Object.values(MODULES).flatMap((module) => Object.entries(module)));

const rows = allRows() as readonly { readonly id: string; readonly op: string }[];

for (const op of new Set(rows.map((row) => row.op))) {
  test(`the vectors of ${op}`, () => {
    for (const row of rows.filter((one) => one.op === op)) expect(check(row, library), row.id).toBeUndefined();
  });
}

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Purpose, PURPOSES } from "../../../library/src/guard/index.ts";
import { encodeForPurposes } from "../../../tool/page/app/purposes.ts";

interface PurposeVector {
  readonly id: string;
  readonly purpose: Purpose;
  readonly input: string;
  readonly value?: string;
  readonly error?: readonly [code: string, index: number, length: number];
}

const { rows } = JSON.parse(readFileSync("tests/vectors/purposes.json", "utf8")) as { rows: readonly PurposeVector[] };

test.each(rows.map((row) => [row.id, row] as const))("the page has the value or the error of: %s", (_, row) => {
  const { value, fault } = encodeForPurposes(row.input)[PURPOSES.indexOf(row.purpose)]!;
  expect(value).toBe(row.value);
  if (row.error !== undefined) expect(fault).toContain(` at ${row.error[1]}`);
  else expect(fault).toBeUndefined();
});

import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../vectors/", import.meta.url);

/** Reads all rows of all vector files. The id of each row is prefixed with the file's name. */
export function allRows() {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort()
    .flatMap((name) => {
      // text-options.json has conversions of files in place of rows: tests/unit/text-options.test.ts runs them.
      const { rows = [] } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
      return rows.map((row) => ({ ...row, id: `${name.replace(".json", "")}: ${row.id}` }));
    });
}

/** Reads the rows that an implementation is expected to fail, listed by id or by operation, with the reasons. */
export function expectedFailures(implementation) {
  const all = JSON.parse(readFileSync(new URL("expected-failures.json", import.meta.url), "utf8"));
  const withOp = (op) => allRows().flatMap((row) => (row.op === op ? [row.id] : []));
  return new Map(
    all[implementation].flatMap(({ reason, rows = [], ops = [] }) =>
      [...rows, ...ops.flatMap(withOp)].map((id) => [id, reason]),
    ),
  );
}

/**
 * Compares failures with the list. An unlisted failure, a listed row that passes, and a listed row that does not exist are faults.
 *
 * @param failures a map of ids to descriptions of the failures
 */
export function judge(rows, failures, expected) {
  const ids = new Set(rows.map(({ id }) => id));
  return [
    ...[...failures].filter(([id]) => !expected.has(id)).map(([id, wrong]) => `${id}: ${wrong}`),
    ...[...expected.keys()].filter((id) => ids.has(id) && !failures.has(id)).map((id) => `${id}: listed, but passes`),
    ...[...expected.keys()].filter((id) => !ids.has(id)).map((id) => `${id}: listed, but there is no such row`),
  ];
}

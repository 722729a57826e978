import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../vectors/", import.meta.url);

/** All rows of all vector files, each with its file's name before its id. */
export function allRows() {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort()
    .flatMap((name) => {
      const { rows } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
      return rows.map((row) => ({ ...row, id: `${name.replace(".json", "")}: ${row.id}` }));
    });
}

/** The rows that an implementation is known to fail, by name or by their operation, with the reason of each. */
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
 * Compares failures with the list: an unlisted failure, a listed pass and a stale name are all faults.
 *
 * @param failures id → what was wrong
 */
export function judge(rows, failures, expected) {
  const ids = new Set(rows.map(({ id }) => id));
  return [
    ...[...failures].filter(([id]) => !expected.has(id)).map(([id, wrong]) => `${id}: ${wrong}`),
    ...[...expected.keys()].filter((id) => ids.has(id) && !failures.has(id)).map((id) => `${id}: listed, but passes`),
    ...[...expected.keys()].filter((id) => !ids.has(id)).map((id) => `${id}: listed, but there is no such row`),
  ];
}

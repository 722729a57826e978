// Changes the Python package in a copy, one seeded fault at a time; its tests have to fail.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isInPart } from "../../tests/support/part.mjs";

const source = fileURLToPath(new URL("../python", import.meta.url));

/** The file, and the text before and after the change. */
const MUTATIONS = [
  ["_column.py", "((at & 7) << FIRST_BIT)", "0"],
  ["_column.py", '"little") << shift', '"little")'],
  ["_column.py", "areas.byte_offset, count * 4)", "areas.byte_offset, count)"],
  ["_module.py", "UNCHECKED = 1 << 13", "UNCHECKED = 1 << 14"],
  ["_functions.py", 'invalid_utf8 in ("keep", "replace")', 'invalid_utf8 == "keep"'],
  ["_functions.py", "call.flags | SURROGATES", "call.flags"],
  ["_encode_set.py", "self._space_as_plus and bits & _SPACE != 0", "self._space_as_plus"],
  ["_names.py", "pc.sort_indices(pa.concat_arrays(rows))", "pa.concat_arrays(rows)"],
  ["_errors.py", "len(raw[:byte_offset].decode(", "len(raw[:byte_offset].hex("],
  ["polars.py", "series.to_arrow()", "series.sort().to_arrow()"],
  ["_column.py", "array.validate(full=True)", "array.validate()"],
  ["duckdb.py", "connection.remove_function(name)", "raise duckdb.InvalidInputException"],
  ["pandas.py", "frame.index = series.index", "pass"],
  ["duckdb.py", 'null_handling="special"', 'null_handling="default"'],
];

/** Throws if a mutant survives; `.ci/run` tries a third of them. */
export function pythonMutants(python, folder, env) {
  const original = join(folder, "package", "percodec");
  const copy = join(folder, "mutant");
  const chosen = MUTATIONS.filter(isInPart(3));
  const survivors = chosen.filter(([name = "", before = "", after = ""]) => {
    cpSync(original, join(copy, "percodec"), { recursive: true });
    const file = join(copy, "percodec", name);
    const text = readFileSync(file, "utf8");
    if (!text.includes(before)) throw new Error(`${name} does not contain ${before}`);
    writeFileSync(file, text.replace(before, after));
    // Without `--assert=plain`, pytest compares the long columns of a failed test word by word, which takes minutes.
    const words = ["-m", "pytest", "-q", "-x", "--assert=plain", "-p", "no:cacheprovider", "tests"];
    const { status } = spawnSync(python, words, { cwd: source, env: { ...env, PYTHONPATH: copy }, stdio: "ignore" });
    return status === 0;
  });
  const killed = `${chosen.length - survivors.length} of ${chosen.length} mutants of the package killed`;
  if (survivors.length > 0) throw new Error(`${killed}, not ${JSON.stringify(survivors)}`);
  console.log(`pass  ${killed}`);
}

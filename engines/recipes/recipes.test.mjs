// Runs each recipe as a user would, on the golden rows and on texts that are hard to pass on.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { goldenRows } from "../golden.mjs";
import { makeTemporaryFolder } from "../../tests/support/temporary-folder.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = makeTemporaryFolder("recipes");
chmodSync(folder, 0o755);
mkdirSync(join(folder, "bin"));
symlinkSync(fileURLToPath(new URL("../../tool/dist/percodec.cjs", import.meta.url)), join(folder, "bin", "percodec"));
const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` };

/** Texts with the bytes that a pipe or a format could change, raw and escaped, and their values. */
const HARD = {
  "a\tb\nc\rd\r\ne\\f\vg\bh\fi": "a\tb\nc\rd\r\ne\\f\vg\bh\fi",
  "%09%0A%0D%0D%0A%5C%0B%08%0C%5Cn": "\t\n\r\r\n\\\v\b\f\\n",
  "\r": "\r",
  "x\r": "x\r",
  "\\N": "\\N",
  "%5CN": "\\N",
  "\\\\N\\n\\": "\\\\N\\n\\",
  "'\"%22%27,;": "'\"\"',;",
  "": "",
  " 2026-11-23 ": " 2026-11-23 ",
  "1e3": "1e3",
  null: "null",
  "\u2028\u0085\ufeff\x1f": "\u2028\u0085\ufeff\x1f",
};
const good = (value) => ({ value, status: "ok", code: null, byte_offset: null });
const ROWS = [
  ...goldenRows().filter(({ op }) => op === "decode"),
  ...Object.entries(HARD).map(([input, value]) => ({ input, ...good(value) })),
  { input: null, value: null, status: "null", code: null, byte_offset: null },
].map(({ input, value, status, code, byte_offset }) => ({ input, record: { value, status, code, byte_offset } }));

/** What databases return that store no NUL: a bad row. */
const WITHOUT_NUL = ROWS.filter(({ input }) => !input?.includes("\0")).map(({ input, record }) => {
  if (!record.value?.includes("\0")) return { input, record };
  const byte_offset = Buffer.byteLength(input.slice(0, input.indexOf("%00")));
  return { input, record: { value: null, status: "malformed", code: "not-accepted", byte_offset } };
});

test("sqlite.sh: the golden rows", () => {
  const database = join(folder, "logs.db");
  const texts = join(folder, "texts.json");
  writeFileSync(texts, JSON.stringify(WITHOUT_NUL.map(({ input }) => input)));
  const run = (sql) => execFileSync("sqlite3", [database, sql], { encoding: "utf8", maxBuffer: 1 << 28 });
  run(
    `CREATE TABLE logs (id INTEGER PRIMARY KEY, url TEXT); INSERT INTO logs SELECT key, value FROM json_each(readfile('${texts}'))`,
  );
  execFileSync("sh", [join(here, "sqlite.sh"), database], { env });
  const columns = "'value', value, 'status', status, 'code', code, 'byte_offset', byte_offset";
  const output = run(
    `SELECT json_group_array(json_object(${columns})) FROM (SELECT * FROM decoded ORDER BY CAST(id AS INTEGER))`,
  );
  assert.deepEqual(
    JSON.parse(output),
    WITHOUT_NUL.map(({ record }) => record),
  );
});

test("postgresql.sh: the golden rows", () => {
  const data = join(folder, "postgresql");
  mkdirSync(data);
  const bin = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? "postgres" : (process.env.USER ?? "postgres");
  if (isRoot) {
    const id = (flag) => Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
    chownSync(data, id("-u"), id("-g"));
  }
  const as = isRoot ? ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"] : ["env"];
  const run = (...words) =>
    execFileSync(as[0] ?? "env", [...as.slice(1), ...words], { cwd: "/", stdio: ["ignore", "ignore", "inherit"] });
  run(join(bin, "initdb"), "-D", data, "-U", user, "-E", "UTF8", "--locale", "C.UTF-8", "-A", "trust", "-N");
  run(join(bin, "pg_ctl"), "-D", data, "-w", "-l", join(data, "log"), "-o", `-h '' -k ${data} -F`, "start");
  try {
    const connection = `host=${data} user=${user} dbname=postgres`;
    const psql = (sql, input = "") =>
      execFileSync("psql", ["-qAt", connection, "-c", sql], { input, encoding: "utf8", maxBuffer: 1 << 28 });
    psql("CREATE TABLE logs (id bigint, url text)");
    const escapes = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
    const lines = WITHOUT_NUL.map(
      ({ input }, k) => `${k}\t${input?.replace(/[\\\n\r\t]/g, (unit) => escapes[unit]) ?? "\\N"}\n`,
    );
    psql("\\copy logs FROM STDIN", lines.join(""));
    execFileSync("sh", [join(here, "postgresql.sh"), connection], { env });
    const columns = "'value', value, 'status', status, 'code', code, 'byte_offset', byte_offset";
    assert.deepEqual(
      // As hex: psql leaves out noncharacters such as U+3FFFF when it prints.
      JSON.parse(
        Buffer.from(
          psql(
            `SELECT encode(convert_to(json_agg(json_build_object(${columns}) ORDER BY id)::text, 'UTF8'), 'hex') FROM decoded`,
          ),
          "hex",
        ).toString(),
      ),
      WITHOUT_NUL.map(({ record }) => record),
    );
  } finally {
    run(join(bin, "pg_ctl"), "-D", data, "-m", "immediate", "stop");
  }
});

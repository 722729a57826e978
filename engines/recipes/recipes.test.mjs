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

/** The golden rows as databases return them that store no NUL: it is a fault. */
const ROWS = goldenRows("decode")
  .filter(({ input }) => !input?.includes("\0"))
  .map(({ input, ...expected }) => {
    if (!expected.value?.includes("\0")) return { input, expected };
    const byte_offset = Buffer.byteLength(input.slice(0, input.indexOf("%00")));
    return { input, expected: { value: null, status: "malformed", code: "not-accepted", byte_offset } };
  });
const EXPECTED = ROWS.map(({ expected }) => expected);

/** The names and columns of the table decoded, for the functions that write JSON. */
const FIELDS = "'value', value, 'status', status, 'code', code, 'byte_offset', byte_offset";

test("sqlite.sh: the golden rows", () => {
  const database = join(folder, "logs.db");
  const texts = join(folder, "texts.json");
  writeFileSync(texts, JSON.stringify(ROWS.map(({ input }) => input)));
  const run = (sql) => execFileSync("sqlite3", [database, sql], { encoding: "utf8", maxBuffer: 1 << 28 });
  run("CREATE TABLE logs (id INTEGER PRIMARY KEY, url TEXT)");
  run(`INSERT INTO logs SELECT key, value FROM json_each(readfile('${texts}'))`);
  execFileSync("sh", [join(here, "sqlite.sh"), database], { env });
  const output = run(`SELECT json_group_array(json_object(${FIELDS})) FROM (SELECT * FROM decoded ORDER BY CAST(id AS INTEGER))`); // prettier-ignore
  assert.deepEqual(JSON.parse(output), EXPECTED);
});

test("postgresql.sh: the golden rows", () => {
  const data = join(folder, "postgresql");
  mkdirSync(data);
  const bin = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? "postgres" : (process.env.USER ?? "postgres");
  const id = (flag) => Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
  const account = isRoot ? { uid: id("-u"), gid: id("-g") } : {};
  if (isRoot) chownSync(data, id("-u"), id("-g"));
  const run = (program, ...words) => execFileSync(join(bin, program), words, { ...account, cwd: "/", stdio: ["ignore", "ignore", "inherit"] }); // prettier-ignore
  run("initdb", "-D", data, "-U", user, "-E", "UTF8", "--locale", "C.UTF-8", "-A", "trust", "-N");
  run("pg_ctl", "-D", data, "-w", "-l", join(data, "log"), "-o", `-h '' -k ${data} -F`, "start");
  try {
    const connection = `host=${data} user=${user} dbname=postgres`;
    const psql = (sql, input = "") =>
      execFileSync("psql", ["-qAt", connection, "-c", sql], { input, encoding: "utf8", maxBuffer: 1 << 28 });
    psql("CREATE TABLE logs (id bigint, url text)");
    const escapes = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
    const lines = ROWS.map(
      ({ input }, k) => `${k}\t${input?.replace(/[\\\n\r\t]/g, (unit) => escapes[unit]) ?? "\\N"}\n`,
    );
    psql("\\copy logs FROM STDIN", lines.join(""));
    execFileSync("sh", [join(here, "postgresql.sh"), connection], { env });
    // As hex: psql leaves out noncharacters such as U+3FFFF when it prints.
    const output = psql(
      `SELECT encode(convert_to(json_agg(json_build_object(${FIELDS}) ORDER BY id)::text, 'UTF8'), 'hex') FROM decoded`,
    );
    assert.deepEqual(JSON.parse(Buffer.from(output, "hex").toString()), EXPECTED);
  } finally {
    run("pg_ctl", "-D", data, "-m", "immediate", "stop");
  }
});

// Changes the source of the column module in a copy, one seeded fault at a time; its tests have to fail: npm run check -- column-mutants.
// `npm ci --prefix wasm` comes first. The mutants of the Python package are in engines/column/python-mutants.mjs.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILDS } from "../../engines/column/host.mjs";
import { conclude } from "./check.mjs";
import { isInPart } from "../support/part.mjs";
import { makeTemporaryFolder } from "../support/temporary-folder.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const HOSTILE_ROWS = 3000;

/** The file, the text before and after the change, and the build that is compiled. */
const MUTATIONS = [
  ["decode", "(v & HIGH) | zeros(v ^ (LOW * 0x25))", "zeros(v ^ (LOW * 0x25))", "scalar"],
  ["decode", "v128.or(v, i8x16.eq(v, i8x16.splat(0x25)))", "i8x16.eq(v, i8x16.splat(0x25))", "simd"],
  ["decode", "min(to - i, <usize>ctz(bits | 0x10000))", "<usize>ctz(bits | 0x10000)", "simd"],
  ["decode", "<u32>value < 0x80 ||", "<u32>value <= 0x80 ||", "scalar"],
  ["decode", "classify(lead, second, length) == 0 ? length : 0", "length", "simd"],
  ["decode", "verdict == INVALID_UTF8_CODE ? 1 : count", "count", "scalar"],
  ["decode", "flags & SURROGATES && load<u8>(i) != 0x25", "flags & SURROGATES", "scalar"],
  ["encode", "flags & SPACE_AS_PLUS", "false", "scalar"],
  ["encode", "code >= 0xe000 && code <= 0xf8ff", "code > 0xe000 && code <= 0xf8ff", "scalar"],
  ["escape", "letter < 6 ?", "letter < 7 ?", "scalar"],
  ["areas", "<= <u64>capacityBytes", "<= <u64>capacityBytes + 1", "scalar"],
  ["areas", "validBits |= 1 << (row & 7)", "validBits |= 1 << (row & 3)", "scalar"],
  ["query-param", "pairs++ >= PAIRS", "pairs++ > PAIRS", "scalar"],
  ["query-param", "i > start && found == 0", "i > start", "scalar"],
  ["../shared", "second < 0xa0", "second < 0x9f", "scalar"],
].filter(isInPart(5));

const folder = makeTemporaryFolder("column-mutants");
const survivors = /** @type {string[]} */ ([]);
const wasm = join(folder, "wasm");
const builds = join(folder, "builds");
mkdirSync(builds);
cpSync(join(root, "wasm"), wasm, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
symlinkSync(join(root, "wasm", "node_modules"), join(wasm, "node_modules"));
for (const build of BUILDS) cpSync(join(root, "tool/dist/engines", build), join(builds, build));
if (!passes()) throw new Error("the tests of the column module fail without a mutant");
for (const [name = "", before = "", after = "", kind] of MUTATIONS) {
  const file = join(wasm, "column", `${name}.ts`);
  const text = readFileSync(file, "utf8");
  if (!text.includes(before)) throw new Error(`${name}.ts does not contain ${before}`);
  writeFileSync(file, text.replace(before, after));
  const build = kind === "simd" ? "column-simd.wasm" : "column.wasm";
  compile(wasm, kind === "simd" ? "asconfig.simd.json" : "asconfig.json", join(builds, build));
  if (passes()) survivors.push(`${name}.ts: ${before} became ${after}`);
  writeFileSync(file, text);
  cpSync(join(root, "tool/dist/engines", build), join(builds, build));
}
conclude("column-mutants", `${MUTATIONS.length - survivors.length} of ${MUTATIONS.length} mutants killed`, survivors);

function compile(cwd, config, target) {
  const asc = join("node_modules", "assemblyscript", "bin", "asc.js");
  const words = [asc, "--config", `./column/${config}`, "--outFile", target];
  execFileSync(process.execPath, words, { cwd, stdio: ["ignore", "inherit", "inherit"] });
}

function passes() {
  const env = { ...process.env, PERCODEC_COLUMN_BUILDS: builds, PERCODEC_SIZE: `ROWS=${HOSTILE_ROWS}` };
  const file = join(root, "engines", "column", "column.test.mjs");
  return spawnSync(process.execPath, ["--test", file], { env, stdio: "ignore" }).status === 0;
}

// Runs the commands of trurl in docs/trurl.md, if trurl is installed: npm run suite -- trurl. tests/unit/docs/trurl.test.ts runs those of
// percodec.
import { spawnSync } from "node:child_process";
import { conclude } from "../../checks/check.mjs";
import { pairs } from "./page.mjs";

const shell = (line) => spawnSync("bash", ["-c", line], { encoding: "utf8" });
const faults = [];
const commands = pairs.flatMap(({ trurl }) => trurl ?? []);
const [version] = shell("trurl --version").stdout.split("\n");
for (const { line, output } of version ? commands : []) {
  const { stdout, stderr } = shell(line);
  if (stdout !== output) faults.push(`$ ${line}\n${stdout}${stderr}instead of\n${output}`);
}
conclude(
  "trurl",
  version ? `${commands.length} commands of ${version}` : "it is not installed: its outputs are quoted",
  faults,
);

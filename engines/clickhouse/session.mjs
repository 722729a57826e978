// Opens ClickHouse in this process (chDB) with the functions installed, as docs/engines-clickhouse.md describes.
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Session } from "chdb";
import { makeTemporaryFolder } from "../../tests/support/temporary-folder.mjs";
import { FILE } from "./functions.mjs";

/** Returns a session, which is closed when the process ends. */
export function openSession() {
  const folder = makeTemporaryFolder("clickhouse");
  const program = join(folder, "user_scripts", "percodec");
  mkdirSync(dirname(program));
  copyFileSync(new URL("../../tool/dist/percodec.cjs", import.meta.url), program);
  chmodSync(program, 0o755);
  const configuration = join(folder, "config.xml");
  const settings = `<clickhouse>
  <user_defined_executable_functions_config>${fileURLToPath(FILE)}</user_defined_executable_functions_config>
  <user_scripts_path>${dirname(program)}/</user_scripts_path>
</clickhouse>\n`;
  writeFileSync(configuration, settings);
  // The processes of the pool find Node by PATH.
  process.env.PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const session = new Session(undefined, { connectionArgs: [`--config-file=${configuration}`] });
  process.once("exit", () => session.cleanup());
  return session;
}

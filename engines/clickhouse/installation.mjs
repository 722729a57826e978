// Creates a folder for a server with the functions installed, as docs/engines-clickhouse.md describes.
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { FILE } from "./functions.mjs";

const command = fileURLToPath(new URL("../../tool/dist/percodec.cjs", import.meta.url));

/** Returns the path of the configuration in a new folder, and `remove`. */
export function install() {
  if (!existsSync(command)) throw new Error("nothing is built: npm run build");
  const folder = mkdtempSync(`${tmpdir()}/percodec-clickhouse-`);
  mkdirSync(`${folder}/user_scripts`);
  copyFileSync(command, `${folder}/user_scripts/percodec`);
  chmodSync(`${folder}/user_scripts/percodec`, 0o755);
  cpSync(new URL(FILE, import.meta.url), `${folder}/${FILE}`);
  const configuration = `${folder}/config.xml`;
  writeFileSync(
    configuration,
    `<clickhouse>
  <user_defined_executable_functions_config>${folder}/${FILE}</user_defined_executable_functions_config>
  <user_scripts_path>${folder}/user_scripts/</user_scripts_path>
</clickhouse>\n`,
  );
  // The processes of the pool find Node by PATH.
  process.env.PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  return { configuration, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

// Creates a folder for a server with the functions installed, as docs/engines-clickhouse.md describes.
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { files } from "./functions.mjs";

const command = fileURLToPath(new URL("../../tool/dist/percodec.cjs", import.meta.url));

/**
 * @param settings further settings, as XML; FOLDER becomes the path of the folder
 * @returns the folder, the path of the configuration in it, and `remove`
 */
export function install(settings = "") {
  if (!existsSync(command)) throw new Error("nothing is built: npm run build");
  const folder = mkdtempSync(`${tmpdir()}/percodec-clickhouse-`);
  mkdirSync(`${folder}/user_scripts`);
  copyFileSync(command, `${folder}/user_scripts/percodec`);
  chmodSync(`${folder}/user_scripts/percodec`, 0o755);
  for (const name of Object.keys(files)) cpSync(new URL(name, import.meta.url), `${folder}/${name}`);
  const configuration = `${folder}/config.xml`;
  writeFileSync(
    configuration,
    `<clickhouse>
  <user_defined_executable_functions_config>${folder}/percodec*_function.xml</user_defined_executable_functions_config>
  <user_scripts_path>${folder}/user_scripts/</user_scripts_path>${settings.replaceAll("FOLDER", folder)}
</clickhouse>\n`,
  );
  // The processes of the pool find Node by PATH.
  process.env.PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  return { folder, configuration, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

// Loads a build. If it is an older one, its exports are renamed to today's names.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadSourcesOver } from "../../support/sources.mjs";

const readJson = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
/**
 * The names in builds up to commit 8c12ea5. `modules` has for each new module the one that had most of its functions, `names`
 * for each function its earlier module and name. `options` and `words` have both names; a word of only one build is removed.
 */
const RENAMES = readJson("renames.json");
const { exports } = readJson("../../../library/package.json");
/** The paths of the modules that package.json exports from a build, without the single files, which are scripts. */
const PATHS = Object.values(exports).flatMap(
  (entry) => /^\.\/dist\/(?!percodec\.)(.+\.js)$/.exec(entry.types ? entry.default : "")?.[1] ?? [],
);

/** @returns the public functions of a build; `toOldArguments` renames options, `toNewText` renames words of an outcome */
export async function loadBuild(folder) {
  const load = async (path) => import(pathToFileURL(resolve(folder, path)).href);
  const modules = {};
  let isOld = false;
  for (const path of PATHS) {
    const source = path.replace(/js$/, "ts");
    const before = RENAMES.modules[path];
    if (existsSync(resolve(folder, path))) modules[source] = { ...(await load(path)) };
    else modules[source] = { ...(await load(before)) };
    isOld ||= before !== undefined && !existsSync(resolve(folder, path));
  }
  if (isOld) {
    for (const [source, names] of Object.entries(RENAMES.names)) {
      for (const [name, [path, before]] of Object.entries(names)) modules[source][name] = (await load(path))[before];
    }
  }
  const { FUNCTIONS } = await loadSourcesOver(["tests/support/public-functions.ts"], modules);
  return {
    modules,
    functions: FUNCTIONS,
    toOldArguments: isOld ? renameOptions : (_name, args) => args,
    toNewText: isOld ? renameWords : (text) => text,
  };
}

/** Returns the arguments of a call with the options' earlier names. */
function renameOptions(name, args) {
  const renames = RENAMES.options.filter(({ functions }) => new RegExp(functions).test(name));
  if (renames.length === 0) return args;
  return args.map((argument) => {
    if (argument?.constructor !== Object) return argument;
    const entries = Object.entries(argument).map(([option, value]) => {
      const rename = renames.find(({ now }) => now === option);
      return rename === undefined ? [option, value] : [rename.before ?? option, rename.values?.[value] ?? value];
    });
    return Object.fromEntries(entries);
  });
}

function renameWords(text) {
  return RENAMES.words.reduce((renamed, [before, now]) => renamed.replace(new RegExp(before, "g"), now), text);
}

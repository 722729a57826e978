// Loads a build, under the names of today where it has those of before.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadSourcesOver } from "../../support/sources.mjs";
import { MODULES, NAMES, OPTIONS, WORDS } from "./renames.mjs";

const { exports } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
/** The modules that package.json exports from a build, by their paths in it. */
const PATHS = Object.values(exports).flatMap(
  (entry) => /^\.\/dist\/(.+\.js)$/.exec(entry.types ? entry.default : "")?.[1] ?? [],
);

/** @returns the public functions of a build, what `asBefore` makes of arguments, and `asNow` of a text about an outcome */
export async function loadBuild(folder) {
  const load = async (path) => import(pathToFileURL(resolve(folder, path)).href);
  const modules = {};
  let isBefore = false;
  for (const path of PATHS) {
    const source = path.replace(/js$/, "ts");
    const before = MODULES[path];
    if (existsSync(resolve(folder, path))) modules[source] = { ...(await load(path)) };
    else modules[source] = { ...(await load(before)) };
    isBefore ||= before !== undefined && !existsSync(resolve(folder, path));
  }
  if (isBefore) {
    for (const [source, names] of Object.entries(NAMES)) {
      for (const [name, [path, before]] of Object.entries(names)) modules[source][name] = (await load(path))[before];
    }
  }
  const { FUNCTIONS } = await loadSourcesOver(["tests/support/public-functions.ts"], modules);
  return {
    modules,
    functions: FUNCTIONS,
    asBefore: isBefore ? renameOptions : (_name, args) => args,
    asNow: isBefore ? renameWords : (text) => text,
  };
}

/** Gives the arguments of a call with the options as they were called before. */
function renameOptions(name, args) {
  const renames = OPTIONS.filter(({ functions }) => functions.test(name));
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
  return WORDS.reduce((renamed, [before, now]) => renamed.replace(before, now), text);
}

import { readFileSync } from "node:fs";
import { refuse } from "../io/errors.ts";
import { findBuilt } from "../io/built-file.ts";
import { writeAll } from "../io/output.ts";
import type { Invocation } from "../line/arguments.ts";
import { ENGINE_FILES } from "../line/completions.ts";
import { didYouMean } from "../line/suggest.ts";

/** `percodec engine NAME`: prints a file for engines that run only scripts or WebAssembly. */
export async function engine(invocation: Invocation): Promise<number> {
  const [name = "", ...others] = invocation.operands;
  if (others.length > 0 || !Object.hasOwn(ENGINE_FILES, name)) {
    const names = Object.keys(ENGINE_FILES);
    refuse(`engine takes one of ${names.join(", ")}${didYouMean(name, names)}`);
  }
  const file = findBuilt(ENGINE_FILES[name]!, `the file for ${name}`);
  return writeAll(invocation.environment, invocation.value("output"), readFileSync(file));
}

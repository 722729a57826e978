import { quote } from "../../shared/text.ts";
import { CliError, EXIT } from "../io/errors.ts";

/** A step into a JSON value: a member of an object by its name, or an element of an array by its index, from 0 on. */
export interface PathStep {
  readonly name: string;
  /** -1 if the name is not an index. */
  readonly element: number;
}

const DIGITS = /^(?:0|[1-9][0-9]{0,8})$/;

/**
 * Reads a path of `--field` or `--out`: a JSON Pointer (https://www.rfc-editor.org/rfc/rfc6901), names separated by dots, or a number
 * from 1 on.
 */
export function parsePath(path: string): PathStep[] {
  if (path.startsWith("/"))
    return path
      .slice(1)
      .split("/")
      .map((token) => parseToken(path, token));
  const number = DIGITS.test(path) && path !== "0" ? Number(path) : 0;
  const names = path.split(".");
  if (names.length > 1 && names.includes(""))
    throw usage(path, `an empty name: ${quote(`/${names.map(escapeToken).join("/")}`)} is a path with empty names`);
  return names.map((name) => ({ name, element: number - 1 }));
}

/** Whether the path is the number of the only field of a row that is neither an object nor an array. */
export function isWholeRow(path: string): boolean {
  return path === "1";
}

function parseToken(path: string, token: string): PathStep {
  if (/~(?![01])/.test(token)) throw usage(path, "~ without 0 or 1: in a JSON Pointer ~ is ~0 and / in a name is ~1");
  return { name: token.replace(/~1/g, "/").replace(/~0/g, "~"), element: DIGITS.test(token) ? Number(token) : -1 };
}

function escapeToken(name: string): string {
  return name.replace(/~/g, "~0").replace(/\//g, "~1");
}

function usage(path: string, fault: string): CliError {
  return new CliError(EXIT.usage, `the field ${quote(path)} has ${fault}`);
}

import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import type { Fault } from "./json.ts";

const UNITS = { "": 1, K: 1 << 10, M: 1 << 20 };
const MEBIBYTE = 1 << 20;
/** The result of a record must fit into one array, and its text into one string. */
const MAX_MEBIBYTES = 128;

/** Returns the value of `--max-record`: the most bytes that the content of a record may have. */
export function readMaxRecord(invocation: Invocation): number {
  const typed = invocation.value("max-record") ?? "1M";
  const [, digits, unit] = /^([0-9]{1,9})([KM]?)$/.exec(typed) ?? [];
  const bytes = Number(digits) * UNITS[unit as keyof typeof UNITS];
  if (digits === undefined || bytes === 0 || bytes > MAX_MEBIBYTES * MEBIBYTE)
    throw new CliError(EXIT.usage, `--max-record takes bytes such as 4096, 64K or 1M, at most ${MAX_MEBIBYTES}M`);
  return bytes;
}

/** The fault of a record that is longer than `--max-record`. */
export function tooLong(maxRecord: number): Fault {
  const message = `limit exceeded: the record is longer than ${maxRecord} bytes; --max-record sets the limit`;
  return { code: "limit-exceeded", index: maxRecord, length: 0, message };
}

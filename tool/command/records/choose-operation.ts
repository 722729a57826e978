import { PercentEncoder } from "percodec";
import type { Encoding } from "percodec/charset";
import { loadAccept, loadSet } from "../run/set-options.ts";
import { type Invocation, readSegmentAllowed } from "../line/arguments.ts";
import type { Choice, FlagName } from "../line/flags.ts";
import { refuse } from "../io/errors.ts";
import {
  decodeAsOperation,
  decodeOperation,
  encodeAsOperation,
  encodeOperation,
  type Operation,
} from "./operations.ts";
import type { ScratchBuffer } from "./byte-writer.ts";

type OperationName = Choice<"records", "op">;

/** The options of each operation, besides the options for records. */
const OPERATION_FLAGS: Record<OperationName, readonly FlagName[]> = {
  decode: ["malformed", "invalid-utf8", "form", "accept", "encoding"],
  // prettier-ignore
  encode: ["set", "keep", "form", "for", "allow", "file-system", "invalid-utf8", "encoding", "unencodable", "preserve-escapes"],
  form: ["malformed", "invalid-utf8", "accept", "encoding"],
  "query-param": ["param", "malformed", "invalid-utf8", "accept", "encoding"],
  normalize: ["invalid-utf8"],
  clean: ["invalid-utf8", "encoding", "repair-double"],
  display: ["invalid-utf8"],
  inspect: ["invalid-utf8"],
};

/** The operation of `--op`, the encoding of escapes or undefined for UTF-8, and the parameters that `--op query-param` extracts. */
export type ChosenOperation = Awaited<ReturnType<typeof chooseOperation>>;

/** Reads the operation and checks that each option belongs to it. */
export async function chooseOperation(invocation: Invocation) {
  const name = invocation.choice("records", "op") ?? "decode";
  const names = Object.keys(OPERATION_FLAGS) as OperationName[];
  for (const [flag] of invocation.options) {
    const owners = names.filter((owner) => OPERATION_FLAGS[owner].includes(flag));
    if (owners.length > 0 && !owners.includes(name)) refuse(`option --${flag} is for --op ${owners.join(", ")}`);
  }
  const params = invocation.options.flatMap(([flag, value]) => (flag === "param" ? [value] : []));
  if (name === "query-param" && params.length === 0)
    refuse("--op query-param needs --param NAME, which can be repeated");
  const encoding = await loadRecordEncoding(invocation, name);
  return { name, encoding, accept: await loadAccept(invocation), params };
}

/** Loads the operation. */
export async function loadOperation(
  { name, encoding, accept, params }: ChosenOperation,
  invocation: Invocation,
  scratch: ScratchBuffer,
): Promise<Operation> {
  const malformed = invocation.choice("records", "malformed") ?? "throw";
  const invalidUtf8 = invocation.choice("records", "invalid-utf8") ?? "throw";
  if (name === "decode") {
    const plus = invocation.has("form") ? "space" : "literal";
    const options = { malformed, invalidUtf8, accept, plus } as const;
    if (encoding === undefined) return decodeOperation(options, scratch);
    const { watchWebLabel } = await import("../run/load-encoding.ts");
    const watch = watchWebLabel(invocation, invocation.value("encoding"), encoding, "read");
    return decodeAsOperation(encoding, options, watch);
  }
  if (name === "encode") {
    if (invocation.has("for")) return loadPurpose(invocation);
    readSegmentAllowed(invocation);
    const set = await loadSet(invocation);
    const preserveEscapes = invocation.has("preserve-escapes");
    if (encoding === undefined)
      return encodeOperation(new PercentEncoder(set, { preserveEscapes }), invalidUtf8, scratch);
    if (invalidUtf8 === "keep")
      refuse(`--invalid-utf8 keep keeps bytes, which are not text in ${encoding.name}: use drop`);
    const unencodable = invocation.choice("records", "unencodable") ?? "throw";
    const { asUsage, watchWebLabel } = await import("../run/load-encoding.ts");
    const watch = watchWebLabel(invocation, invocation.value("encoding"), encoding, "written");
    return asUsage(() =>
      encodeAsOperation(encoding, set, { invalidInput: invalidUtf8, unencodable, preserveEscapes }, watch),
    );
  }
  const operations = await import("./uri-operations.ts");
  const options = { malformed, invalidUtf8, accept, encoding };
  if (name === "form") return operations.formOperation(options);
  if (name === "query-param") return operations.queryParamOperation(params, options);
  if (name !== "clean") return operations.textOperation(operations.TEXT_OPERATIONS[name], invalidUtf8);
  const doubleEncoding = invocation.has("repair-double") ? "repair" : "keep";
  return operations.cleanOperation({ encoding, doubleEncoding }, invalidUtf8);
}

/** Loads the operation of `--op encode --for`. */
async function loadPurpose(invocation: Invocation): Promise<Operation> {
  const other = (["set", "keep", "form", "encoding", "unencodable", "preserve-escapes"] as const).find(invocation.has);
  if (other !== undefined) refuse(`--for already chooses what is encoded: leave out --${other}`);
  const invalidUtf8 = invocation.choice("records", "invalid-utf8") ?? "throw";
  if (invalidUtf8 === "keep") refuse("--for encodes text: --invalid-utf8 keep would encode bytes that are not text");
  const { textOperation } = await import("./uri-operations.ts");
  return textOperation(await (await import("../run/purpose.ts")).loadPurpose(invocation), invalidUtf8);
}

/** Returns the encoding of `--encoding`, whose tables are loaded only then; undefined for UTF-8. */
async function loadRecordEncoding(invocation: Invocation, name: OperationName): Promise<Encoding | undefined> {
  const label = invocation.value("encoding");
  if (invocation.has("unencodable") && label === undefined) refuse("--unencodable needs --encoding");
  if (label === undefined) return undefined;
  const { loadAsciiEncoding, loadEncoding } = await import("../run/load-encoding.ts");
  const isCodec = name === "decode" || name === "encode";
  const encoding = await (isCodec ? loadEncoding(label) : loadAsciiEncoding(label, "encoding"));
  return encoding.legacy === undefined ? undefined : encoding;
}

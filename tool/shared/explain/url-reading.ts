import { codeAt, isAscii } from "../text.ts";
import { describeHost } from "percodec/uri";
import { unlessRefused } from "../unless-refused.ts";

/** A reader of whole URLs: a standard, or a function of a language, as `UrlReading.call` shows it. */
export type UrlReaderName = "whatwg" | "rfc3986" | "python" | "java" | "go" | "php" | "perl" | "node";

/** The parts of a URL that decide where a request goes; undefined if the URL has none. */
export interface UrlParts {
  readonly scheme: string | undefined;
  readonly host: string | undefined;
  readonly port: string | undefined;
  readonly path: string | undefined;
}

export type UrlServer = Pick<UrlParts, "host" | "port">;

export const NO_SERVER: UrlServer = { host: undefined, port: undefined };
export const NO_PARTS: UrlParts = { scheme: undefined, ...NO_SERVER, path: undefined };

/** What one reader sees in a whole URL. */
export interface UrlReading extends UrlParts {
  readonly reader: UrlReaderName;
  /** The call in the language of the reader. */
  readonly call: string;
  /** Whether the reader refuses the URL; it then has no parts. */
  readonly refused: boolean;
}

/** A part on which the readers do not agree. */
export interface UrlDifference {
  readonly part: keyof UrlParts;
  /** The values, in the order of the readers; a value is undefined if the reader finds no such part. */
  readonly values: readonly { readonly value: string | undefined; readonly readers: readonly UrlReaderName[] }[];
}

export interface UrlComparison {
  /** Whether all readers accept the URL and see the same scheme, host, port and path. */
  readonly agree: boolean;
  readonly readings: readonly UrlReading[];
  /** The readers that refuse the URL. */
  readonly refused: readonly UrlReaderName[];
  /** The parts on which the other readers do not agree. */
  readonly differences: readonly UrlDifference[];
}

/** Whether a string is an IPv6 address of the URL Standard, without brackets. */
export function isIpv6(address: string): boolean {
  return unlessRefused(() => describeHost(`[${address}]`)) !== undefined;
}

/** The last label of a domain: a browser maps and checks every label of a domain that has it. */
const LABEL = { unicode: ".\u00e9", ascii: ".xn--9ca" };

/** ASCII characters that ToASCII leaves as they are, as it leaves controls, which a browser refuses. */
const KEPT = "!$&()*+,=_~";

/** Converts a domain to ASCII (https://www.unicode.org/reports/tr46/#ToASCII, with the parameters of the URL Standard); undefined for a fault. */
export function toAsciiDomain(domain: string): string | undefined {
  const controls = domain.match(/[\x01-\x1f\x7f]/g) ?? [];
  const normalized = domain.normalize("NFKC");
  const substitute = Array.from(KEPT).find((character) => !normalized.includes(character)) ?? "";
  const written = domain.replace(/[\x01-\x1f\x7f]/g, substitute);
  const mapped = unlessRefused(() => describeHost(written + LABEL.unicode))?.ascii.slice(0, -LABEL.ascii.length);
  if (mapped === undefined || isAscii(domain)) return mapped && domain;
  let k = 0;
  return controls.length === 0 ? mapped : mapped.replaceAll(substitute, () => controls[k++]!);
}

/** Encodes a label in Punycode (https://www.rfc-editor.org/rfc/rfc3492#section-6.3), without `xn--`, in a time that grows with its square. */
export function encodePunycode(label: string): string {
  const codes = Array.from(label, (character) => codeAt(character));
  const basic = label.replace(/[^\0-\x7f]+/g, "");
  let output = basic === "" ? "" : `${basic}-`;
  let bias = 72;
  let delta = 0;
  let count = basic.length;
  let next = 0x80;
  for (const code of [...new Set(codes)].filter((one) => one > 0x7f).sort((a, b) => a - b)) {
    delta += (code - next) * (count + 1);
    for (const one of codes) {
      if (one < code) delta++;
      if (one !== code) continue;
      output += writeDelta(delta, bias);
      bias = adapt(delta, count + 1, count === basic.length);
      delta = 0;
      count++;
    }
    delta++;
    next = code + 1;
  }
  return output;
}

const DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** https://www.rfc-editor.org/rfc/rfc3492#section-3.3 */
function writeDelta(delta: number, bias: number): string {
  let written = "";
  let rest = delta;
  for (let k = 36; ; k += 36) {
    const threshold = Math.min(Math.max(k - bias, 1), 26);
    if (rest < threshold) return written + DIGITS[rest];
    written += DIGITS[threshold + ((rest - threshold) % (36 - threshold))];
    rest = Math.floor((rest - threshold) / (36 - threshold));
  }
}

/** https://www.rfc-editor.org/rfc/rfc3492#section-6.1 */
function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}

/** Whether a domain in ASCII must be an IPv4 address (https://url.spec.whatwg.org/#ends-in-a-number-checker). */
export function endsInANumber(text: string): boolean {
  return /(?:^|\.)(?:[0-9]+|0[Xx][0-9A-Fa-f]*)\.?$/.test(text);
}

/** Parses one part, decimal, octal or hexadecimal (https://url.spec.whatwg.org/#ipv4-number-parser). */
export function parseIpv4Number(text: string): number | undefined {
  if (/^0[Xx]$/.test(text)) return 0;
  if (/^0[Xx][0-9A-Fa-f]+$/.test(text)) return parseInt(text.slice(2), 16);
  if (/^0[0-7]*$/.test(text)) return parseInt(text, 8);
  return /^[1-9][0-9]*$/.test(text) ? parseInt(text, 10) : undefined;
}

/** Parses a domain in ASCII that ends in a number (https://url.spec.whatwg.org/#concept-ipv4-parser). */
export function parseIpv4(text: string): number | undefined {
  const parts = text.split(".", 6);
  if (parts.length > 1 && parts[parts.length - 1] === "") parts.pop();
  if (parts.length > 4) return undefined;
  let address = 0;
  for (const [i, part] of parts.entries()) {
    const value = parseIpv4Number(part);
    const last = i === parts.length - 1;
    if (value === undefined || value >= (last ? 256 ** (4 - i) : 256)) return undefined;
    address += last ? value : value * 256 ** (3 - i);
  }
  return address;
}

/** https://url.spec.whatwg.org/#concept-ipv4-serializer */
export function serializeIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join(".");
}

/** A decimal IPv4 address without leading zeros (https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2). */
export const IPV4: RegExp = /^(?:(?:25[0-5]|(?:2[0-4]|1\d|[1-9]|)\d)(?:\.(?!$)|$)){4}$/;
const IPV4_TAIL = /* @__PURE__ */ (() => new RegExp(IPV4.source.replace("^", ":")))();
/** Eight pieces, or at most seven and one `::`. */
const IPV6 = /* @__PURE__ */ (() => {
  const h16 = "[\\da-f]{1,4}";
  return new RegExp(`^(?:(?:${h16}:){7}${h16}|(?!(?::*\\w+\\b){8})(?:(?:${h16}:)+|:):(?:${h16}(?::\\b|$))*)$`, "i");
})();

/** Whether a host is an IPv6 address in brackets. {@link parseIpv6} decides the same, and its code is three times as long. */
export function isIpv6(host: string): boolean {
  return host.startsWith("[") && host.endsWith("]") && IPV6.test(host.slice(1, -1).replace(IPV4_TAIL, ":0:0"));
}

/** The index in UTF-16 units at which the parser stopped. */
interface Ipv6Fault {
  readonly index: number;
}

/** Parses an IPv6 address, without brackets, into eight pieces of 16 bits (https://url.spec.whatwg.org/#concept-ipv6-parser). */
export function parseIpv6(text: string): readonly number[] | Ipv6Fault {
  const pieces: number[] = [];
  let compress: number | undefined;
  let pointer = 0;
  if (text.startsWith(":") && text[++pointer] !== ":") return { index: 0 };
  while (pointer < text.length) {
    const isColon = text[pointer] === ":";
    if (pieces.length === 8 || (isColon && compress !== undefined)) return { index: pointer };
    if (isColon) {
      pointer++;
      compress = pieces.push(0);
      continue;
    }
    const start = pointer;
    const [piece] = /^[\dA-Fa-f]{0,4}/.exec(text.slice(start, start + 4))!;
    pointer += piece.length;
    if (text[pointer] === ".") {
      if (piece === "" || pieces.length > 6) return { index: pointer };
      const bytes = parseIpv4Tail(text, start);
      if (!Array.isArray(bytes)) return bytes;
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      pieces.push(a * 0x100 + b, c * 0x100 + d);
      break;
    }
    if (text[pointer] === ":" && pointer + 1 < text.length) pointer++;
    else if (pointer < text.length) return { index: pointer };
    pieces.push(parseInt(piece, 16));
  }
  if (compress !== undefined) pieces.splice(compress, 0, ...Array.from({ length: 8 - pieces.length }, () => 0));
  return pieces.length === 8 ? pieces : { index: text.length };
}

export function isIpv6Address(result: readonly number[] | Ipv6Fault): result is readonly number[] {
  return Array.isArray(result);
}

/** Parses the IPv4 address at the end, whose numbers are decimal without leading zeros. */
function parseIpv4Tail(text: string, start: number): number[] | Ipv6Fault {
  const bytes: number[] = [];
  for (let pointer = start; ; pointer++) {
    const [byte] = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)/.exec(text.slice(pointer, pointer + 3)) ?? [];
    if (byte === undefined) return { index: pointer };
    pointer += byte.length;
    const isLast = bytes.push(Number(byte)) === 4;
    if (isLast && pointer === text.length) return bytes;
    if (isLast || text[pointer] !== ".") return { index: pointer };
  }
}

/** https://url.spec.whatwg.org/#concept-ipv6-serializer */
export function serializeIpv6(address: readonly number[]): string {
  const text = address.map((piece) => piece.toString(16)).join(":");
  // The first of the longest runs of at least two zeros is compressed.
  const longest = (text.match(/\b0(?::0)+\b/g) ?? []).reduce((a, b) => (b.length > a.length ? b : a), "");
  return longest === "" ? text : text.replace(new RegExp(`(?:^|:)${longest}(?::|$)`), "::");
}

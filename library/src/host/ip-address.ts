/** Returns the last label of a domain; a dot at the end is ignored. */
function findLastLabel(text: string): string {
  const end = text.endsWith(".") ? text.length - 1 : text.length;
  return text.slice(end === 0 ? 0 : text.lastIndexOf(".", end - 1) + 1, end);
}

/**
 * Whether a domain must be an IPv4 address (https://url.spec.whatwg.org/#ends-in-a-number-checker).
 *
 * @param text a domain in ASCII
 */
export function endsInANumber(text: string): boolean {
  const last = findLastLabel(text);
  return /^(?:[0-9]+|0[Xx][0-9A-Fa-f]*)$/.test(last);
}

/**
 * Parses one part, which may be hexadecimal or octal (https://url.spec.whatwg.org/#ipv4-number-parser).
 *
 * @returns the number, `undefined` if the part is not one
 */
export function parseIpv4Number(text: string): number | undefined {
  if (/^0[Xx]$/.test(text)) return 0;
  if (/^0[Xx][0-9A-Fa-f]+$/.test(text)) return parseInt(text.slice(2), 16);
  if (/^0[0-7]*$/.test(text)) return parseInt(text, 8);
  return /^[1-9][0-9]*$/.test(text) ? parseInt(text, 10) : undefined;
}

/**
 * Parses an IPv4 address of one to four parts, each decimal, octal or hexadecimal
 * (https://url.spec.whatwg.org/#concept-ipv4-parser).
 *
 * @param text a domain in ASCII that ends in a number
 * @returns the address as one number, `undefined` if the text is not an address
 */
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

const isDigit = (text: string | undefined): boolean => text !== undefined && /^[0-9]$/.test(text);
const isHexDigit = (text: string | undefined): boolean => text !== undefined && /^[0-9A-Fa-f]$/.test(text);

/**
 * Parses an IPv6 address into eight pieces of 16 bits (https://url.spec.whatwg.org/#concept-ipv6-parser).
 *
 * @param text the address without brackets
 */
export function parseIpv6(text: string): readonly number[] | Ipv6Fault {
  const address = [0, 0, 0, 0, 0, 0, 0, 0];
  let pieceIndex = 0;
  let compress: number | undefined;
  let pointer = 0;
  if (text[0] === ":") {
    if (text[1] !== ":") return { index: 0 };
    pointer = 2;
    compress = ++pieceIndex;
  }
  while (pointer < text.length) {
    if (pieceIndex === 8) return { index: pointer };
    if (text[pointer] === ":") {
      if (compress !== undefined) return { index: pointer };
      pointer++;
      compress = ++pieceIndex;
      continue;
    }
    const start = pointer;
    while (pointer - start < 4 && isHexDigit(text[pointer])) pointer++;
    if (text[pointer] === ".") {
      if (pointer === start || pieceIndex > 6) return { index: pointer };
      const bytes = parseIpv4Tail(text, start);
      if (!Array.isArray(bytes)) return bytes;
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      address[pieceIndex++] = a * 0x100 + b;
      address[pieceIndex++] = c * 0x100 + d;
      break;
    }
    if (text[pointer] === ":" && pointer + 1 < text.length) pointer++;
    else if (pointer < text.length) return { index: pointer };
    address[pieceIndex++] = parseInt(text.slice(start, start + 4), 16);
  }
  if (compress === undefined) return pieceIndex === 8 ? address : { index: text.length };
  const zeros = Array.from({ length: 8 - pieceIndex }, () => 0);
  return [...address.slice(0, compress), ...zeros, ...address.slice(compress, pieceIndex)];
}

/** Whether {@link parseIpv6} has returned an address. */
export function isIpv6Address(result: readonly number[] | Ipv6Fault): result is readonly number[] {
  return Array.isArray(result);
}

/** Parses the IPv4 address at the end, whose numbers are decimal without leading zeros. */
function parseIpv4Tail(text: string, start: number): number[] | Ipv6Fault {
  const bytes: number[] = [];
  let pointer = start;
  while (pointer < text.length) {
    if (bytes.length > 0) {
      if (text[pointer] !== "." || bytes.length === 4) return { index: pointer };
      pointer++;
    }
    if (!isDigit(text[pointer])) return { index: pointer };
    let byte = Number(text[pointer++]);
    while (isDigit(text[pointer])) {
      if (byte === 0) return { index: pointer };
      byte = byte * 10 + Number(text[pointer]);
      if (byte > 255) return { index: pointer };
      pointer++;
    }
    bytes.push(byte);
  }
  return bytes.length === 4 ? bytes : { index: pointer };
}

/** Finds the first of the longest runs of at least two zero pieces (https://url.spec.whatwg.org/#find-the-ipv6-address-compressed-piece-index). */
function findLongestZeros(address: readonly number[]): { index: number; length: number } {
  let longest = { index: -1, length: 1 };
  for (let index = 0; index < 8; index++) {
    let length = 0;
    while (address[index + length] === 0) length++;
    if (length > longest.length) longest = { index, length };
    index += length;
  }
  return longest;
}

/** https://url.spec.whatwg.org/#concept-ipv6-serializer */
export function serializeIpv6(address: readonly number[]): string {
  const pieces = address.map((piece) => piece.toString(16));
  const { index, length } = findLongestZeros(address);
  if (index < 0) return pieces.join(":");
  return `${pieces.slice(0, index).join(":")}::${pieces.slice(index + length).join(":")}`;
}

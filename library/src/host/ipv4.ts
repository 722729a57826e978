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

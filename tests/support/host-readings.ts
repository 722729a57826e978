import { domainToUnicode } from "node:url";
import { percentDecode } from "../../library/src/index.ts";
import { parseAsHost } from "./catch-fault.ts";

/**
 * Returns the host of a URI with `//` as several programs read it: with the last or the first `@` and colon as delimiter, and as a browser
 * that is on another page reads it, unless it refuses the URI. The hosts are decoded, also their A-labels, and each of their dots is written as `.`.
 */
export function readHosts(uri: string): string[] {
  const [, authority = ""] = /^(?:[^:/?#]+:)?\/\/([^/?#]*)/.exec(uri) ?? [];
  const written = [/^.*@/, /^[^@]*@/].flatMap((userinfo) => {
    const rest = authority.replace(userinfo, "");
    return [rest.replace(/:[^:\]]*$/, ""), rest.replace(/^([^[:]*):.*$/, "$1")];
  });
  const url = parseAsHost(uri, "https://p.invalid");
  // A browser keeps the escapes of a host without an IDNA name, and writes an IPv4 address in its own form.
  const isRead = url !== undefined && !uri.startsWith("foo:") && !/^(?:\d+\.){3}\d+$/.test(url.hostname);
  const hosts = new Set([...written, ...(isRead ? [url.hostname] : [])]);
  return Array.from(hosts, (host) => {
    const decoded = percentDecode(host, { malformed: "keep", invalidUtf8: "keep" }).replace(
      /[\u3002\uff0e\uff61\u2024]/g,
      ".",
    );
    return /xn--/i.test(decoded) ? domainToUnicode(decoded) : decoded;
  });
}

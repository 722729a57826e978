import { groupBy } from "../group-by.ts";
import { parseUrl, splitUri } from "percodec/uri";
import { readAsGo, readAsPerl, readAsPhp, readAsPython } from "./readers.ts";
import { readAsJava } from "./read-java.ts";
import { readAsNode } from "./read-node.ts";
import { NO_PARTS, type UrlComparison, type UrlDifference, type UrlParts, type UrlReaderName, type UrlReading } from "./url-reading.ts"; // prettier-ignore

interface UrlReader {
  readonly reader: UrlReaderName;
  readonly call: string;
  /** Returns undefined if the reader refuses the URL. */
  readonly read: (text: string) => UrlParts | undefined;
}

/** The readers; tests/checks/url-readers.mjs calls the real ones. */
const READERS: readonly UrlReader[] = [
  { reader: "whatwg", call: "new URL(text)", read: parseUrl },
  { reader: "rfc3986", call: "splitUri(text)", read: readAsRfc3986 },
  { reader: "python", call: "urllib.parse.urlsplit(text)", read: readAsPython },
  { reader: "java", call: "new URI(text)", read: readAsJava },
  { reader: "go", call: "url.Parse(text)", read: readAsGo },
  { reader: "php", call: "parse_url($text)", read: readAsPhp },
  { reader: "perl", call: "URI->new($text)", read: readAsPerl },
  { reader: "node", call: "url.parse(text)", read: readAsNode },
];

/** https://url.spec.whatwg.org/#special-scheme */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { ftp: "21", http: "80", https: "443", ws: "80", wss: "443" };

const PARTS = ["scheme", "host", "port", "path"] as const;

/** Splits a URL as a parser does that checks nothing: only a port may follow an address in brackets. */
function readAsRfc3986(text: string): UrlParts {
  const { scheme, authority, path } = splitUri(text);
  const rest = authority?.slice(authority.lastIndexOf("@") + 1);
  const [, host = rest, port] = /^(\[.*?\]|[^[:][^:]*|)(?::(.*))?$/s.exec(rest ?? "") ?? [];
  return { scheme, host: rest && host, port, path };
}

/**
 * Compares what eight readers see in a whole URL: those of the URL Standard, RFC 3986, Python, Java, Go, PHP, Perl and Node
 * (https://www.rfc-editor.org/rfc/rfc3986#section-3.2).
 *
 * @returns whether all readers accept the URL and agree, the scheme, host, port and path that each sees, and which readers refuse it
 */
export function compareUrlReaders(text: string): UrlComparison {
  const readings = READERS.map(({ reader, call, read }): UrlReading => {
    const parts = read(text);
    const { scheme, host, port, path } = parts ?? NO_PARTS;
    return { reader, call, refused: parts === undefined, scheme, host, port, path };
  });
  const accepted = readings.filter(({ refused }) => !refused);
  const differences = PARTS.map((part) => groupByValue(part, accepted)).filter(({ values }) => values.length > 1);
  const refused = readings.filter((one) => one.refused).map(({ reader }) => reader);
  return { agree: refused.length === 0 && differences.length === 0, readings, refused, differences };
}

/** Groups readers that see the same: case in scheme and host, brackets, default ports and an empty path next to a host do not count. */
function groupByValue(part: keyof UrlParts, readings: readonly UrlReading[]): UrlDifference {
  const groups = groupBy(readings, (reading) => toComparable(part, reading)).values();
  return {
    part,
    values: Array.from(groups, (group) => ({ value: group[0][part], readers: group.map(({ reader }) => reader) })),
  };
}

function toComparable(part: keyof UrlParts, { scheme, host, port, path }: UrlReading): string {
  if (part === "scheme") return (scheme ?? "").toLowerCase();
  if (part === "host") return (host ?? "").toLowerCase().replace(/^\[(.*)\]$/s, "$1");
  if (part === "path") return path === "/" && host !== undefined ? "" : (path ?? "");
  return port === undefined || port === "" ? (DEFAULT_PORTS[(scheme ?? "").toLowerCase()] ?? "") : String(Number(port));
}

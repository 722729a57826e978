import { decodePath } from "percodec/guard";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { dirname, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { quote } from "../../shared/text.ts";
import { unlessRefused } from "../../shared/unless-refused.ts";
import { findBuilt } from "../io/source.ts";
import { CliError, describeError, EXIT, systemCode } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { writeAll } from "../io/output.ts";

const HOST = "127.0.0.1";
/** The port is fixed, so that the browser finds the stored data of the page again. */
const PORT = 8137;
/**
 * The page has a path of its own, because its service worker and its caches stay in the browser: under `/` they would answer for whatever
 * listens on this port next.
 */
const FOLDER = "percodec";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json; charset=utf-8",
};

/** `percodec web`: serves the built page on loopback until it is stopped. */
export async function web(invocation: Invocation): Promise<number> {
  if (invocation.operands.length > 0) throw new CliError(EXIT.usage, "web takes no operand; --port N chooses the port");
  const port = parsePort(invocation.value("port"));
  const files = readPage();
  const server = createServer((request, response) => {
    if (!isLoopbackHost(request.headers.host)) return refuse(response, 421);
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, { allow: "GET, HEAD" });
    const name = toFileName(request.url ?? "/");
    if (name === undefined) return refuse(response, 307, { location: `/${FOLDER}/` });
    const file = files.get(name);
    if (file === undefined) return refuse(response, 404);
    const coding = chooseCoding(request.headers["accept-encoding"]);
    if (coding === undefined) return refuse(response, 406, { vary: "accept-encoding" });
    const isGzip = coding === "gzip";
    const body = isGzip ? file.gzipped : file.bytes;
    response.writeHead(200, {
      ...file.headers,
      ...(isGzip && { "content-encoding": "gzip" }),
      "content-length": body.length,
    });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      const reason =
        systemCode(error) === "EADDRINUSE" ? "it is in use; --port N chooses another" : describeError(error);
      reject(new CliError(EXIT.io, `cannot listen on port ${port}: ${reason}`));
    });
    server.listen(port, HOST, resolve);
  });
  const address = server.address() as { readonly port: number };
  await writeAll(invocation.environment, undefined, `http://${HOST}:${address.port}/${FOLDER}/\n`);
  await new Promise((resolve) => server.once("close", resolve));
  return EXIT.done;
}

function parsePort(typed: string | undefined): number {
  if (typed === undefined) return PORT;
  const port = /^\d{1,5}$/.test(typed) ? Number(typed) : Infinity;
  if (port > 65_535) throw new CliError(EXIT.usage, `option --port takes a number up to 65535, not ${quote(typed)}`);
  return port;
}

/** Returns the file name for a path below the folder, undefined for a path that leads to the folder, or else "", which no file has. */
function toFileName(target: string): string | undefined {
  const [path = ""] = target.split("?", 1);
  if (path === "/" || path === `/${FOLDER}`) return undefined;
  const [folder, name, ...others] = unlessRefused(() => decodePath(path)) ?? [];
  if (folder !== FOLDER || name === undefined || others.length > 0) return "";
  return name === "" ? "index.html" : name;
}

/** Reads all files of the page at the start, so that no path of a request reaches the file system. */
function readPage() {
  const folder = dirname(findBuilt("web/index.html", "the page"));
  const policy = readPolicy(readFileSync(join(folder, "index.html"), "utf8"));
  const names = readdirSync(folder).filter((name) => extname(name) in TYPES);
  return new Map(
    names.map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [name, { bytes, gzipped: gzipSync(bytes), headers: toHeaders(name, policy) }] as const;
    }),
  );
}

/** Reads the policy in the page, so that the header is as strict. */
function readPolicy(page: string): string {
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  if (policy === undefined)
    throw new CliError(EXIT.io, "the page has no Content-Security-Policy: npm run build:web builds it again");
  return policy;
}

function toHeaders(name: string, policy: string): Record<string, string> {
  // Only the service worker fetches, and only files of the page.
  const connect = name === "service-worker.js" ? "; connect-src 'self'" : "";
  const hasContentHash = /-[\w-]{8}\.js$/.test(name);
  return {
    "content-type": TYPES[extname(name)]!,
    "content-security-policy": `${policy}${connect}; frame-ancestors 'none'`,
    "cache-control": hasContentHash ? "public, max-age=31536000, immutable" : "no-cache",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
  };
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers, "content-length": 0, "x-content-type-options": "nosniff" }).end();
}

const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{0,5})?$/i;

/**
 * Whether a Host header names this machine, with any port: the port may be forwarded.
 *
 * Another name reaches this server only by DNS rebinding: its address was changed to 127.0.0.1 after its page was loaded.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK.test(host);
}

/**
 * Chooses a content coding by Accept-Encoding (https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3).
 *
 * @returns undefined if the client accepts neither
 */
export function chooseCoding(header: string | undefined): "gzip" | "identity" | undefined {
  const weights = readWeights(header ?? "");
  const all = weights.get("*");
  const gzip = weights.get("gzip") ?? weights.get("x-gzip") ?? all ?? 0;
  const identity = weights.get("identity");
  // Identity is acceptable unless its weight is 0.
  if (gzip > 0 && gzip >= (identity ?? 0)) return "gzip";
  return (identity ?? all) === 0 ? undefined : "identity";
}

/** Reads the items `coding;q=0.5` between commas; ignores items that do not follow the grammar. */
function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(",")) {
    const [, coding, weight] =
      /^[ \t]*([^\s;,]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i.exec(item) ?? [];
    if (coding !== undefined) weights.set(coding.toLowerCase(), Number(weight ?? 1));
  }
  return weights;
}

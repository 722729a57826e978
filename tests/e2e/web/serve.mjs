/** Serves tool/dist/web/ on loopback as a file server does: under a path, compressed, with a redirect from index.html to its folder. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { serveHttp } from "../../support/loopback.mjs";

const folder = fileURLToPath(new URL("../../../tool/dist/web/", import.meta.url));
/** The media types of the page's and the site's files. */
export const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".json": "application/json",
  ".woff2": "font/woff2",
  ".txt": "text/plain",
};

/** Starts `percodec web` on a port, or on a free one. */
export async function startWeb(port = 0) {
  const cli = fileURLToPath(new URL("../../../tool/dist/cli.cjs", import.meta.url));
  const args = [cli, "web", "--port", String(port)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve) => child.stdout.once("data", (bytes) => resolve(String(bytes).trim())));
  return { address, close: () => child.kill() };
}

/**
 * Starts the server, and returns the address of the page, the received requests, and `close`.
 *
 * @param path the path of the page
 * @param changed texts that are served in place of files, by their names
 */
export async function servePage(path = "/some/where/", changed = new Map()) {
  if (!existsSync(`${folder}index.html`)) throw new Error("nothing is built: npm run build:web");
  const requests = [];
  const { address, close } = await serveHttp((request, response) => {
    const { url = "" } = request;
    requests.push(url);
    const rest = url.startsWith(path) ? url.slice(path.length).split("?")[0] : "/";
    if (rest === "index.html") {
      response.writeHead(301, { location: path }).end();
      return;
    }
    const name = rest || "index.html";
    if (!/^[\w.-]+$/.test(name) || !existsSync(folder + name)) {
      response.writeHead(404).end();
      return;
    }
    const headers = { "content-type": TYPES[extname(name)], "content-encoding": "gzip", "cache-control": "no-cache" };
    response.writeHead(200, headers).end(gzipSync(changed.get(name) ?? readFileSync(folder + name)));
  });
  return { address: new URL(path, address).href, requests, close };
}

/** Written in by the build: the files of the page, and what they hold in a word. */
declare const FILES: readonly string[];
declare const VERSION: string;

/** What this script uses of its global scope (https://w3c.github.io/ServiceWorker/). */
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
}
interface Lasting {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as WorkerScope;
const base = scope.registration.scope;
const PREFIX = `percodec ${base} `;
const CACHE = PREFIX + VERSION;

/**
 * A page is one build: all its files are fetched anew, or none. A page that is open goes on with what it began with: the
 * next build waits until it is closed.
 */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(new URL(name, base), { cache: "reload" })));
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const page = request.mode === "navigate" && request.url.split(/[?#]/, 1)[0] === base;
  const found = await cache.match(page ? new URL("index.html", base) : request, { ignoreSearch: true });
  if (found === undefined) return fetch(request);
  // Some servers send from index.html to its folder, and no page may be answered with what was sent on.
  return found.redirected ? new Response(found.body, { headers: found.headers }) : found;
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(base)) event.respondWith(answer(event.request));
});

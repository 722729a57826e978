/** The build inserts the names of the page's files, and a hash of their content. */
declare const FILES: readonly string[];
declare const VERSION: string;

/** The part of the global scope that this script uses (https://w3c.github.io/ServiceWorker/). */
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}
interface ExtendableEvent {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as WorkerScope;
const base = scope.registration.scope;
const PREFIX = `percodec ${base} `;
const CACHE = PREFIX + VERSION;

/**
 * Fetches all files of a build, or none. An open page keeps the files of its own build; the new service worker waits until
 * the page is closed.
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

/** The addresses that this worker answers: the page and its files. Everything else of the origin goes to the network. */
const ADDRESSES = new Map(FILES.map((name) => [new URL(name, base).href, name]));
ADDRESSES.set(base, "index.html");

async function answer(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(new URL(name, base));
  if (found === undefined) return fetch(request);
  // Some servers redirect index.html to its folder, but a browser refuses a redirected response to a navigation.
  return found.redirected ? new Response(found.body, { headers: found.headers }) : found;
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const name = ADDRESSES.get(url.split(/[?#]/, 1).join(""));
  if (method === "GET" && name !== undefined) event.respondWith(answer(event.request, name));
});

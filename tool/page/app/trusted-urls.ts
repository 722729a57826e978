/** The part of Trusted Types that this page uses (https://w3c.github.io/trusted-types/dist/spec/). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/** The only two scripts that the page starts by URL. */
const SCRIPT_URLS = { worker: "./worker.js", serviceWorker: "./service-worker.js" } as const;

const trusted = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trusted?.createPolicy("percodec", {
  createScriptURL: (address) => {
    if (Object.values<string>(SCRIPT_URLS).includes(address)) return new URL(address, document.baseURI).href;
    throw new TypeError("not a script of this page");
  },
});

function trustedUrl(name: keyof typeof SCRIPT_URLS): string {
  const address = SCRIPT_URLS[name];
  return policy === undefined ? new URL(address, document.baseURI).href : policy.createScriptURL(address);
}

export function startWorker(): Worker {
  return new Worker(trustedUrl("worker"), { type: "module", name: "percodec" });
}

/** Registers the service worker, if the browser supports it, so that the page works offline. */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register(trustedUrl("serviceWorker"), { updateViaCache: "none" }).catch(() => {});
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

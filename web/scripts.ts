/** What a policy of Trusted Types makes (https://w3c.github.io/trusted-types/dist/spec/). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/** The two scripts that the page starts by their address, and no other. */
const SCRIPTS = { worker: "./worker.js", serviceWorker: "./service-worker.js" } as const;

const trusted = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trusted?.createPolicy("percodec", {
  createScriptURL: (address) => {
    if (Object.values<string>(SCRIPTS).includes(address)) return new URL(address, document.baseURI).href;
    throw new TypeError("no script of this page");
  },
});

function addressOf(name: keyof typeof SCRIPTS): string {
  const address = SCRIPTS[name];
  return policy === undefined ? new URL(address, document.baseURI).href : policy.createScriptURL(address);
}

/** Starts the worker that files go through. */
export function startWorker(): Worker {
  return new Worker(addressOf("worker"), { type: "module", name: "percodec" });
}

/** Lets the page start without a network from now on; once it has loaded, and where the browser allows it. */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register(addressOf("serviceWorker"), { updateViaCache: "none" }).catch(() => {});
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

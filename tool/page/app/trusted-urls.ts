interface ScriptUrls {
  createScriptURL(address: string): string;
}

/** The part of Trusted Types that this page uses (https://w3c.github.io/trusted-types/dist/spec/). */
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrls): ScriptUrls;
}

/** The only two scripts that the page starts by URL. */
const SCRIPTS = ["./worker.js", "./service-worker.js"];

const rules: ScriptUrls = {
  createScriptURL: (address) => {
    if (SCRIPTS.includes(address)) return new URL(address, document.baseURI).href;
    throw new TypeError("not a script of this page");
  },
};
const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const urls = trustedTypes?.createPolicy("percodec", rules) ?? rules;

export function startWorker(): Worker {
  return new Worker(urls.createScriptURL("./worker.js"), { type: "module", name: "percodec" });
}

/** Registers the service worker, if the browser supports it, so that the page works offline. */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    const url = urls.createScriptURL("./service-worker.js");
    navigator.serviceWorker.register(url, { updateViaCache: "none" }).catch(() => {});
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

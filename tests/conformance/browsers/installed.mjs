// The browsers of the system: their paths, the arguments for Chromium, and a temporary home for their files.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { makeTemporaryFolder } from "../../support/temporary-folder.mjs";

/** The paths that PERCODEC_BROWSERS names: chromium=PATH,firefox=PATH,webkit=PATH. */
const paths = new Map(
  (process.env.PERCODEC_BROWSERS ?? "").split(",").map((word) => {
    const [name = "", path] = word.split("=");
    return [name, path];
  }),
);
/** The names in PERCODEC_BROWSERS, or none. */
export const namedBrowsers = [...paths.keys()].filter((name) => name !== "");

export const CHROMIUM_ARGS = [
  ..."--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking".split(" "),
  ..."--disable-component-update --disable-sync".split(" "),
];

/** The time limit in ms for the start of a browser, and for each step of a check. */
export const TIMEOUT = 30_000;

export const chromiumPath = () => findBrowser("chromium", "/usr/bin/chromium", "chromium");
export const firefoxPath = () => findBrowser("firefox", "/usr/bin/firefox-esr", "firefox-esr");
export const webkitDriverPath = () => findBrowser("webkit", "/usr/bin/WebKitWebDriver", "webkit2gtk-driver xvfb xauth");

/**
 * @param {string} name
 * @param {string} usual the path without PERCODEC_BROWSERS
 * @param {string} packages
 */
function findBrowser(name, usual, packages) {
  const path = paths.get(name) ?? usual;
  if (!existsSync(path))
    throw new Error(`no browser at ${path}: apt-get install ${packages}, or set PERCODEC_BROWSERS=${name}=PATH`);
  return path;
}

/** Returns an environment with a temporary home for the browser and its driver. It is removed when this process ends. */
export function ownHome() {
  const folder = makeTemporaryFolder("browser");
  // The driver reads the variable in this process.
  process.env.TMPDIR = folder;
  return { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
}

/** Starts Chromium. Its end, or that of the process, removes all its files. */
export const launchChromium = (...args) =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_ARGS, ...args],
    env: ownHome(),
    timeout: TIMEOUT,
  });

// The browsers of the system: their paths, the arguments for Chromium, and a temporary home for their files.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";

const CHROMIUM = process.env.PERCODEC_CHROMIUM || "/usr/bin/chromium";
const FIREFOX = process.env.PERCODEC_FIREFOX || "/usr/bin/firefox-esr";

export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const chromiumPath = () => existing(CHROMIUM, "apt-get install chromium, or set PERCODEC_CHROMIUM to its path");
export const firefoxPath = () => existing(FIREFOX, "apt-get install firefox-esr, or set PERCODEC_FIREFOX to its path");

function existing(path, install) {
  if (!existsSync(path)) throw new Error(`no browser at ${path}: ${install}`);
  return path;
}

/** Returns an environment with a temporary home for the browser and its driver. It is removed when this process ends. */
export function ownHome() {
  const folder = mkdtempSync(`${tmpdir()}/percodec-browser-`);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // The driver reads the variable in this process.
  process.env.TMPDIR = folder;
  return { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
}

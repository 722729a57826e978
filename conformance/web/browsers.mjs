/** Opens the browsers of the system. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { chromium } from "playwright-core";
import { launch } from "puppeteer-core";

const CHROMIUM = process.env.PERCODEC_CHROMIUM || "/usr/bin/chromium";
const FIREFOX = process.env.PERCODEC_FIREFOX || "/usr/bin/firefox-esr";
const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const PATIENCE = 60_000;

/** Where a browser leaves what it leaves; it goes with the process. */
function home() {
  const folder = mkdtempSync(`${tmpdir()}/percodec-web-`);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.env.TMPDIR = folder;
  return { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, TMPDIR: folder };
}

function requireBrowser(path, install) {
  if (!existsSync(path)) throw new Error(`no browser at ${path}: ${install}`);
}

export async function openChromium(args = []) {
  requireBrowser(CHROMIUM, "apt-get install chromium, or set PERCODEC_CHROMIUM to its path");
  const options = { executablePath: CHROMIUM, args: [...CHROMIUM_ARGS, ...args], env: home(), timeout: PATIENCE };
  return chromium.launch(options);
}

export async function openFirefox() {
  requireBrowser(FIREFOX, "apt-get install firefox-esr, or set PERCODEC_FIREFOX to its path");
  const options = { browser: "firefox", executablePath: FIREFOX, headless: true, env: home(), timeout: PATIENCE };
  return launch(options);
}

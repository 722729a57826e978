// Builds the site into docs/site/dist, with the page of tool/dist/web as its playground: npm run site. SITE_ADDRESS is where it will be published.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installOnce } from "../../tests/support/install.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = fileURLToPath(new URL("../../tool/dist/", import.meta.url));
const site = `${here}dist/`;
if (!existsSync(`${dist}web/index.html`)) throw new Error("tool/dist/web is missing: npm run build");
installOnce("docs/site");
execFileSync(process.execPath, [`${here}node_modules/vitepress/bin/vitepress.js`, "build", here], { stdio: "inherit" });
cpSync(`${dist}web`, `${site}play`, { recursive: true });
cpSync(fileURLToPath(new URL("../page-light.png", import.meta.url)), `${site}preview.png`);

// No page, style or script may load anything from another server. Links are not requests.
const LOADS =
  /(?:<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc=|<link\b(?![^>]*rel="canonical")[^>]*\bhref=|url\(|@import )["']?(?:https?:)?\/\/[^"') ]+/g;
const files = readdirSync(site, { recursive: true, encoding: "utf8" });
const pages = files.filter((name) => name.endsWith(".html"));
const faults = files
  .filter((name) => /\.(?:html|css)$/.test(name))
  .flatMap((name) => (readFileSync(`${site}${name}`, "utf8").match(LOADS) ?? []).map((load) => `${name}: ${load}`));

// VitePress looks for the source of a link; this looks for the page and its heading.
const ids = new Map();
for (const name of pages) {
  const text = readFileSync(`${site}${name}`, "utf8");
  ids.set(`/${name}`, new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id)));
}
let links = 0;
for (const name of pages.filter((page) => !page.startsWith("play/"))) {
  const text = readFileSync(`${site}${name}`, "utf8");
  for (const [, href = ""] of text.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)) {
    const { origin, pathname, hash } = new URL(href.replaceAll("&amp;", "&"), `http://site/${name}`);
    if (origin !== "http://site") continue;
    links++;
    const found = ids.get(pathname.replace(/\/$/, "/index.html"));
    if (!found) faults.push(`${name}: no page ${href}`);
    else if (hash !== "" && !found.has(decodeURIComponent(hash.slice(1)))) faults.push(`${name}: no heading ${href}`);
  }
}
for (const fault of faults) console.log(`FAULT  ${fault}`);
console.log(
  `docs/site/dist: ${pages.length} pages, ${links} links, ${faults.length} requests to other servers or dead links`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

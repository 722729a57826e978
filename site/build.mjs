// Builds the site into dist/site, with the page of dist/web as its playground: npm run site
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = fileURLToPath(new URL("../dist/", import.meta.url));
if (!existsSync(`${dist}web/index.html`)) throw new Error("dist/web is missing: npm run build");
if (!existsSync(`${here}node_modules`))
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: here, stdio: "inherit" });
execFileSync(process.execPath, [`${here}node_modules/vitepress/bin/vitepress.js`, "build", here], { stdio: "inherit" });
cpSync(`${dist}web`, `${dist}site/play`, { recursive: true });

// No page, style or script may load anything from another server. Links are not requests.
const LOADS =
  /(?:<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc=|<link\b(?![^>]*rel="canonical")[^>]*\bhref=|url\(|@import )["']?(?:https?:)?\/\/[^"') ]+/g;
const files = readdirSync(`${dist}site`, { recursive: true, encoding: "utf8" });
const pages = files.filter((name) => name.endsWith(".html"));
const faults = files
  .filter((name) => /\.(?:html|css)$/.test(name))
  .flatMap((name) =>
    (readFileSync(`${dist}site/${name}`, "utf8").match(LOADS) ?? []).map((load) => `${name}: ${load}`),
  );

// VitePress looks for the page of a link; this looks for its heading.
const ids = new Map();
for (const name of pages) {
  const text = readFileSync(`${dist}site/${name}`, "utf8");
  ids.set(`/${name}`, new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id)));
}
for (const name of pages.filter((page) => !page.startsWith("play/"))) {
  const text = readFileSync(`${dist}site/${name}`, "utf8");
  for (const [, path = "", anchor = ""] of text.matchAll(/href="(\/[^"#]*|)#([^"]+)"/g)) {
    const page = (path || `/${name}`).replace(/\/$/, "/index.html");
    if (ids.get(page)?.has(decodeURIComponent(anchor)) === false) faults.push(`${name}: no heading ${path}#${anchor}`);
  }
}
for (const fault of faults) console.log(`FAULT  ${fault}`);
console.log(`dist/site: ${pages.length} pages, ${faults.length} requests to other servers or dead anchors`);
process.exitCode = faults.length === 0 ? 0 : 1;

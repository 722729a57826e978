// Makes the links of README.md absolute, for the package: node scripts/absolute-links.mjs https://HOST/OWNER/NAME TAG
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Replaces the relative links of a page at the root of a repository. Pictures get the address of their bytes.
 *
 * @param {string} page
 * @param {string} repository the address of the repository
 * @param {string} tag
 */
export function toAbsoluteLinks(page, repository, tag) {
  return page.replace(/(!?)(\[[^\]]*\])\((?!https?:|#)([^)\s]+)\)/g, (_, picture, label, path) => {
    const view = picture === "" ? "blob" : "raw";
    return `${picture}${label}(${repository}/${view}/${tag}/${path})`;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [repository, tag] = process.argv.slice(2);
  if (repository === undefined || tag === undefined || !URL.canParse(repository)) {
    console.error("node scripts/absolute-links.mjs https://HOST/OWNER/NAME TAG");
    process.exit(2);
  }
  const readme = fileURLToPath(new URL("../README.md", import.meta.url));
  writeFileSync(readme, toAbsoluteLinks(readFileSync(readme, "utf8"), repository, tag));
}

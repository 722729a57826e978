// The site: the Markdown of docs/ as it is. Dead links fail the build, which is the default.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const docs = fileURLToPath(new URL("../../", import.meta.url));

/** Lists the pages of a folder of docs by their titles. */
const list = (folder) =>
  readdirSync(`${docs}${folder}`)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => ({
      text: /^# (.+)/m.exec(readFileSync(`${docs}${folder}/${name}`, "utf8"))?.[1]?.replaceAll("`", "") ?? name,
      link: `/${folder}/${name.slice(0, -".md".length)}`,
    }));

/** Folders with many pages. Their pages have a sidebar of the folder, and the other pages do not list them: it would be longer than the page. */
const FOLDERS = { api: "API", findings: "Findings" };

/** The parts of the index that the sidebar does not repeat: their links lead into pages. */
const NOT_LISTED = /^(?:By function|By error|I have|Names that)/;

/** Reads a sidebar from the index of docs: a group for each section, an item for each page. */
function readIndex() {
  const sections = readFileSync(`${docs}README.md`, "utf8").split(/^##+ /m).slice(1);
  return sections
    .filter((section) => !NOT_LISTED.test(section))
    .map((section) => ({
      text: section.slice(0, section.indexOf("\n")),
      items: Array.from(section.matchAll(/\[([^\]]+)\]\(((?!\.\.\/)[^)]+)\.md\)/g), ([, text = "", path = ""]) => ({
        text: text.charAt(0).toUpperCase() + text.slice(1),
        link: `/${path.replace(/README$/, "")}`,
      })),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The sidebar of each folder: its pages, below a link to the index of docs. */
const folderSidebars = Object.fromEntries(
  Object.entries(FOLDERS).map(([folder, text]) => [
    `/${folder}/`,
    [{ items: [{ text: "All documentation", link: "/documentation" }] }, { text, items: list(folder) }],
  ]),
);

/**
 * Adapts links to the site. A link out of docs/ becomes its text, because the site contains only docs/ and the address of the repository is not
 * part of it. A link to a README leads to the index of its folder; that of docs is documentation.md, because index.md is the first page.
 */
function adaptLinks(markdown) {
  markdown.core.ruler.push("outer-links", ({ tokens, env }) => {
    const depth = (env.relativePath ?? "").split("/").length - 1;
    for (const { children } of tokens) {
      let isOuter = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const href = token.attrGet("href") ?? "";
          const [up = ""] = /^(?:\.\.\/)*/.exec(href) ?? [];
          const index =
            /^(?:\.\.\/)*README\.md/.test(href) && up.length / 3 === depth ? "documentation.md" : "index.md";
          token.attrSet("href", href.replace(/(^|\/)README\.md(?=#|$)/, `$1${index}`));
          isOuter = up.length / 3 > depth;
        }
        if (isOuter && token.type.startsWith("link_"))
          Object.assign(token, { type: "text", tag: "", content: "", nesting: 0 });
      }
    }
  });
}

/** Makes the anchor of a heading as the hosts of repositories do, so that one link works in both. */
const slugify = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");

const DESCRIPTION =
  "Percent-encoding, exactly: decode, build, edit, clean and inspect URLs, forms and the values in them.";

/** Where the site is published, such as https://example.com: the preview of a posted link needs absolute addresses. */
const { SITE_ADDRESS: address } = process.env;

/** Returns what a posted link shows. */
const preview = ({ page, title, description }) =>
  Object.entries({
    "og:type": "website",
    "og:site_name": "percodec",
    "og:title": title,
    "og:description": description,
    ...(address && {
      "og:url": `${address}/${page
        .replace(/(?:^|\/)index\.md$/, "/")
        .replace(/\.md$/, ".html")
        .replace(/^\//, "")}`,
      "og:image": `${address}/preview.png`,
    }),
  }).map(([property, content]) => ["meta", { property, content }]);

export default defineConfig({
  srcDir: "..",
  // Neither is a page of the site.
  srcExclude: ["site/**", "examples/**"],
  outDir: "dist",
  title: "percodec",
  description: DESCRIPTION,
  lang: "en",
  cleanUrls: false,
  lastUpdated: false,
  rewrites: { "README.md": "documentation.md", ":folder/README.md": ":folder/index.md" },
  // The page is copied to /play/ after the build.
  ignoreDeadLinks: [/^\/play\//],
  markdown: {
    config: adaptLinks,
    anchor: { slugify },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  transformHead: preview,
  head: [["link", { rel: "icon", href: "/play/icon.svg", type: "image/svg+xml" }]],
  vite: { publicDir: false },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Documentation", link: "/documentation" },
      { text: "API", link: "/api/" },
      { text: "Playground", link: "/play/", target: "_self" },
    ],
    sidebar: { ...folderSidebars, "/": readIndex() },
  },
});

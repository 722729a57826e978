// The site: the Markdown of docs/ as it is. Dead links fail the build, which is the default.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));

/** Lists the pages of a folder of docs, without its index. */
const list = (folder) =>
  readdirSync(`${docs}${folder}`)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => name.slice(0, -".md".length))
    .map((name) => ({ text: name.replace(/^(\d+)-/, "$1 ").replaceAll("-", " "), link: `/${folder}/${name}` }));
const page = (text, name) => ({ text, link: `/${name}` });

/** Shows a link out of docs/ as its text: the site contains only docs/, and the address of the repository is not part of it. */
function dropOuterLinks(markdown) {
  markdown.core.ruler.push("outer-links", ({ tokens, env }) => {
    const depth = (env.relativePath ?? "").split("/").length - 1;
    for (const { children } of tokens) {
      let isOuter = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const [up = ""] = /^(?:\.\.\/)*/.exec(token.attrGet("href") ?? "") ?? [];
          isOuter = up.length / 3 > depth;
        }
        if (isOuter && token.type.startsWith("link_"))
          Object.assign(token, { type: "text", tag: "", content: "", nesting: 0 });
      }
    }
  });
}

export default defineConfig({
  srcDir: "../docs",
  outDir: "../dist/site",
  title: "percodec",
  description: "Percent-encoding, exactly: text, forms, whole URIs, streams and files.",
  lang: "en",
  cleanUrls: false,
  lastUpdated: false,
  rewrites: { "README.md": "index.md", ":folder/README.md": ":folder/index.md" },
  // The page is copied to /play/ after the build.
  ignoreDeadLinks: [/^\/play\//],
  markdown: {
    config: dropOuterLinks,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  head: [["link", { rel: "icon", href: "/play/icon.svg", type: "image/svg+xml" }]],
  vite: { publicDir: false },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      page("Guide", "choose"),
      page("Cookbook", "cookbook"),
      page("API", "api/"),
      { text: "Playground", link: "/play/", target: "_self" },
    ],
    sidebar: [
      {
        text: "Start",
        items: [
          page("Which function?", "choose"),
          page("Cookbook", "cookbook"),
          page("Migration", "migration"),
          page("Frameworks", "frameworks"),
          page("Toolchains", "toolchains"),
          page("Bundlers and sizes", "bundlers"),
          page("Security guide", "security-guide"),
        ],
      },
      { text: "Concepts", items: list("concepts") },
      {
        text: "The library",
        items: [
          page("Values", "values"),
          page("Sets", "sets"),
          page("Forms", "forms"),
          page("Whole URIs", "uris"),
          page("Templates", "templates"),
          page("Links", "links"),
          page("Looking inside", "inspecting"),
          page("Errors", "errors"),
        ],
      },
      { text: "The command", items: [page("Using it", "command"), page("Options", "cli"), page("Records", "records")] },
      {
        text: "Engines",
        items: [
          page("Overview", "engines"),
          page("ClickHouse", "engines-clickhouse"),
          page("DuckDB", "engines-duckdb"),
          page("JavaScript engines", "engines-javascript"),
        ],
      },
      { text: "API", collapsed: true, items: list("api") },
      { text: "Findings", collapsed: true, items: list("findings") },
      {
        text: "Evidence",
        collapsed: true,
        items: [
          page("What proves it", "proof"),
          page("Speed", "speed"),
          page("Security", "security"),
          page("Peers", "peers"),
          page("Servers", "servers"),
          page("Decoders", "decoders"),
        ],
      },
      { text: "Decisions", collapsed: true, items: list("decisions") },
    ],
  },
});

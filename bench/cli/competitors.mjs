// The command and its competitors: how each is built in a temporary folder and run, and how its version is read.
import { cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const sources = fileURLToPath(new URL("competitors/", import.meta.url));
const percodec = fileURLToPath(new URL("../../tool/dist/cli.cjs", import.meta.url));
const node = process.execPath;
const ENGINES = new URL("../../engines/package.json", import.meta.url);
/** The version of DuckDB whose functions are tested. */
const DUCKDB = JSON.parse(readFileSync(ENGINES, "utf8")).dependencies["@duckdb/node-api"];

const PERL = {
  decode: "s/%([0-9A-Fa-f]{2})/chr hex $1/ge",
  encode: 's/([^A-Za-z0-9\\-._~\\n])/sprintf "%%%02X", ord $1/ge',
};

/**
 * `words(direction, folder)` returns a command from standard input to standard output, `fileWords(direction, folder, input,
 * output)` one from file to file. `build(folder)` returns build commands. `install` says how to install what is missing. The program
 * prints its version with --version, or another one with the words of `version`.
 */
export const PROGRAMS = {
  percodec: {
    label: "percodec",
    command: [node, percodec],
    words: (direction) => [node, percodec, direction, "--lines"],
    fileWords: (direction, _folder, input, output) => [node, percodec, direction, "--lines", "-f", input, "-o", output],
    version: [node, percodec, "--version"],
    install: "npm run build",
  },
  rust: {
    label: "Rust, percent-encoding, line by line",
    build: (folder) => {
      cpSync(`${sources}rust`, `${folder}/rust`, { recursive: true });
      return [["cargo", "build", "--release", "--quiet", "--manifest-path", `${folder}/rust/Cargo.toml`]];
    },
    words: (direction, folder) => [`${folder}/rust/target/release/competitor`, direction],
    version: ["rustc", "--version"],
    install: "apt-get install cargo",
  },
  c: {
    label: "scalar C, gcc -O3",
    build: (folder) => [["gcc", "-O3", "-o", `${folder}/scalar`, `${sources}scalar.c`]],
    words: (direction, folder) => [`${folder}/scalar`, direction],
    version: ["gcc", "--version"],
    install: "apt-get install gcc libc6-dev",
  },
  go: {
    label: "Go, net/url, line by line",
    build: (folder) => [["go", "build", "-o", `${folder}/go-competitor`, `${sources}competitor.go`]],
    words: (direction, folder) => [`${folder}/go-competitor`, direction],
    version: ["go", "version"],
    install: "apt-get install golang-go",
  },
  php: {
    label: "PHP, rawurldecode and rawurlencode, line by line",
    words: (direction) => ["php", `${sources}competitor.php`, direction],
    install: "apt-get install php-cli",
  },
  node: {
    label: "Node, split and decodeURIComponent",
    words: (direction) => [node, `${sources}split.mjs`, direction],
    install: "it runs this script",
  },
  java: {
    label: "Java, URLDecoder and URLEncoder, line by line",
    build: (folder) => [["javac", "-d", folder, `${sources}Competitor.java`]],
    words: (direction, folder) => ["java", "-cp", folder, "Competitor", direction],
    install: "apt-get install openjdk-17-jdk-headless",
  },
  perl: {
    label: "perl, one line",
    words: (direction) => ["perl", "-pe", PERL[direction]],
    version: ["perl", "-e", "print $^V"],
    install: "apt-get install perl",
  },
  python: {
    label: "Python, unquote_to_bytes and quote, line by line",
    words: (direction) => ["python3", `${sources}competitor.py`, direction],
    install: "apt-get install python3",
  },
  jq: {
    label: "jq, @uri",
    words: () => ["jq", "-rR", "@uri"],
    install: "apt-get install jq",
  },
  duckdb: {
    label: "DuckDB, url_decode and url_encode",
    build: (folder) => {
      cpSync(`${sources}duckdb`, `${folder}/duckdb`, { recursive: true });
      const words = ["--prefix", `${folder}/duckdb`, "--no-audit", "--no-fund", "--loglevel=error"];
      return [["npm", "install", ...words, `@duckdb/node-api@${DUCKDB}`]];
    },
    fileWords: (direction, folder, ...files) => [node, `${folder}/duckdb/competitor.mjs`, direction, ...files],
    version: [node, "-p", JSON.stringify(DUCKDB)],
    install: "npm has to reach its registry and find a package for this platform",
  },
  cat: {
    label: "cat, which changes nothing",
    words: () => ["cat"],
    install: "apt-get install coreutils",
  },
};

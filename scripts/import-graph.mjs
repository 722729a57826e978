// Draws docs/architecture.svg from the import statements: a dependency structure matrix with the folders in import order. All
// numbers are below the diagonal, which shows the names.
import { codeFiles, importGraph, ROOMS } from "./imports.mjs";
import { picture } from "./svg.mjs";

/** The folders of the library, the modules that its package.json exports, and what uses them. */
const FOLDERS = [...ROOMS["library/src"], "library/*.ts", "engines", "tool/shared", "tool/command", "tool/page"];
const CELL = 38;
const LINE = 30;
const LEFT = 24;
const TOP = 70;
const WIDTH = 780;

/**
 * Returns the folder of a file. Imports from library/dist/ count as library/src/, from which it is built.
 *
 * @param {string} path
 */
function findFolder(path) {
  const [top = "", second, ...rest] = path.replace(/^library\/dist\//, "library/src/").split("/");
  if (top === "library") return rest.length === 1 ? "library/*.ts" : (rest[0] ?? "");
  return top === "tool" ? `tool/${second}` : top;
}

/** @returns functions that count the files of a folder and the imports between two folders */
function readCounters() {
  const graph = importGraph(codeFiles(["library", "tool/shared", "tool/command", "tool/page", "engines"]));
  const files = [...graph.keys()].map(findFolder);
  const imports = [...graph].flatMap(([file, targets]) =>
    targets.map((target) => {
      const [from, to] = [findFolder(file), findFolder(target)];
      if (FOLDERS.indexOf(to) > FOLDERS.indexOf(from)) throw new Error(`${file} imports ${target}, which comes later`);
      return { from, to };
    }),
  );
  return {
    countFiles: (/** @type {string} */ folder) => files.filter((own) => own === folder).length,
    countImports: (/** @type {string} */ from, /** @type {string} */ to) =>
      imports.filter((one) => one.from === from && one.to === to).length,
  };
}

/**
 * Returns the shade of a cell: it is darker from 4, 10 and 30 imports on.
 *
 * @param {number} count
 */
const shade = (count) => [0, 3, 9, 29].filter((most) => count > most).length;

/** @returns the picture as SVG text */
export function importGraphPicture() {
  const { countFiles, countImports } = readCounters();
  /** @param {number} column */
  const x = (column) => LEFT + column * CELL;
  /** @param {number} row */
  const y = (row) => TOP + row * LINE;
  const shapes = FOLDERS.map((folder, row) => {
    const middle = y(row) + LINE / 2 + 4.5;
    const cells = FOLDERS.slice(0, row).flatMap((other, column) => {
      const count = countImports(folder, other);
      const box = `x="${x(column) + 1}" y="${y(row) + 1}" width="${CELL - 2}" height="${LINE - 2}" rx="3"`;
      if (count === 0) return [`<rect class="none" ${box}/>`];
      const at = `x="${x(column) + CELL / 2}" y="${middle}" text-anchor="middle"`;
      return [`<rect class="s${shade(count)}" ${box}/>`, `<text class="n${shade(count)}" ${at}>${count}</text>`];
    });
    const own = `${folder} <tspan class="small">${countFiles(folder)} files</tspan>`;
    return [...cells, `<text class="name" x="${x(row) + 6}" y="${middle}">${own}</text>`].join("");
  });
  const [from, to] = ["form", "base"];
  const example = `${from} imports ${to} ${countImports(from, to)} times.`;
  for (const [k, line] of [example, "All numbers are below the names: imports run one way."].entries())
    shapes.push(`<text class="small" x="${WIDTH - 16}" y="${TOP + 19 + k * 18}" text-anchor="end">${line}</text>`);
  const described = FOLDERS.map((folder, row) => {
    const imports = FOLDERS.slice(0, row).flatMap((other) => {
      const count = countImports(folder, other);
      return count > 0 ? [`${other} ${count}`] : [];
    });
    return `${folder} imports ${imports.length > 0 ? imports.join(", ") : "nothing"}`;
  });
  return picture({
    writer: "npm run generate",
    width: WIDTH,
    height: TOP + FOLDERS.length * LINE + 16,
    title: "Which folder imports which",
    subtitle: "A number is how often the folder at the end of its row imports the folder at the head of its column.",
    description: `${described.join("; ")}.`,
    light: [
      ".name { font-weight: 600; }",
      ".name .small { font-weight: 400; }",
      ".none { fill: #f6f8fa; }",
      ".s1 { fill: #ddf4ff; }",
      ".s2 { fill: #b6e3ff; }",
      ".s3 { fill: #54aeff; }",
      ".s4 { fill: #0550ae; }",
      ".n4 { fill: #ffffff; }",
    ],
    dark: [
      ".none { fill: #151b23; }",
      ".s1 { fill: #0c2d6b; }",
      ".s2 { fill: #0d419d; }",
      ".s3 { fill: #1f6feb; }",
      ".s4 { fill: #a5d6ff; }",
      ".n4 { fill: #0d1117; }",
    ],
    shapes,
  });
}

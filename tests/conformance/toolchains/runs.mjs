// What docs/toolchains.md says of each project of docs/examples/toolchains: what works, and what does not.
/** The compilers: two old versions, and that of this repository, which is the newest. */
const TS54 = "node ../node_modules/typescript54/bin/tsc";
const TS58 = "node ../node_modules/typescript58/bin/tsc";
const NEWEST = "node ../../../../node_modules/typescript/bin/tsc";
const PROGRAM = /(?:^|\n)café a b\n$/;
const ONE_TEST = /Tests: {2,}1 passed, 1 total|Tests {2}1 passed \(1\)/;
const NO_MODULES = /Must use import to load ES Module/;
const MODULES = "node --experimental-vm-modules ../node_modules/jest/bin/jest.js";
/** Jest without a configuration, with modules of Node enabled. */
const JEST_WITH_MODULES = `${MODULES} --config '{}'`;

/**
 * The runs of a project: a command, the major versions of Node, and its result. `prints` is the output of a command that succeeds, `fails`
 * that of a command that has to fail. If one no longer fails, the page has to change.
 *
 * @typedef {{ command: string, nodes: number[], prints?: RegExp, fails?: RegExp }} Run
 * @type {Record<string, Run[]>}
 */
export const PROJECTS = {
  commonjs: [
    { command: "node main.js", nodes: [20, 22, 24, 26], prints: PROGRAM },
    { command: "node with-import.js", nodes: [20], prints: PROGRAM },
    // Node 22.11 and earlier do not load ES modules with `require`; with the option a later Node does not either.
    { command: "node --no-experimental-require-module main.js", nodes: [22], fails: /ERR_REQUIRE_ESM/ },
    { command: "node --no-experimental-require-module with-import.js", nodes: [22], prints: PROGRAM },
  ],
  jest: [
    { command: "jest", nodes: [20, 26], prints: ONE_TEST },
    { command: "jest --config '{}'", nodes: [20, 26], fails: NO_MODULES },
    { command: JEST_WITH_MODULES, nodes: [22], fails: NO_MODULES },
    { command: JEST_WITH_MODULES, nodes: [24], prints: ONE_TEST },
  ],
  "jest-modules": [{ command: MODULES, nodes: [20, 26], prints: ONE_TEST }],
  "ts-jest": [
    { command: "jest", nodes: [20, 26], prints: ONE_TEST },
    { command: "jest --preset ts-jest --config '{}'", nodes: [20], fails: NO_MODULES },
  ],
  vitest: [{ command: "vitest run", nodes: [20, 26], prints: ONE_TEST }],
  "typescript-bundler": [
    { command: `${TS54} && node dist/main.mjs`, nodes: [20], prints: PROGRAM },
    { command: `${NEWEST} && node dist/main.mjs`, nodes: [20], prints: PROGRAM },
  ],
  "typescript-node16": [
    { command: `${TS54} && node dist/main.mjs && node dist/main.cjs`, nodes: [20], prints: /(?:café a b\n){2}$/ },
    { command: `${NEWEST} && node dist/main.cjs`, nodes: [20], prints: PROGRAM },
  ],
  "typescript-nodenext": [
    { command: `${TS58} && node dist/main.mjs && node dist/main.cjs`, nodes: [20], prints: /(?:café a b\n){2}$/ },
    { command: `${NEWEST} && node dist/main.cjs`, nodes: [20], prints: PROGRAM },
  ],
  "typescript-commonjs": [
    { command: `${TS54} && node dist/main.js`, nodes: [20], prints: PROGRAM },
    { command: `${NEWEST} && node dist/main.js`, nodes: [20], prints: PROGRAM },
    // With these modules an import in a CommonJS file is an error: always with node16, and with nodenext before TypeScript 5.8.
    { command: `${TS54} --noEmit --module node16`, nodes: [20], fails: /TS1479/ },
    { command: `${TS54} --noEmit --module nodenext`, nodes: [20], fails: /TS1479/ },
    { command: `${NEWEST} --noEmit --module node16`, nodes: [20], fails: /TS1479/ },
  ],
};

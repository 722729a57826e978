// Node preloads this script: it logs each call of node:fs to the file CALL_LOG. Call number FAILING_CALL fails with ERROR_CODE.
"use strict";
const fs = require("node:fs");
const { constants } = require("node:os");
const { writeFileSync } = fs;
const { CALL_LOG, FAILING_CALL, ERROR_CODE = "" } = process.env;
const MESSAGES = { EIO: "i/o error", ENOSPC: "no space left on device", EACCES: "permission denied" };

const calls = [];
let inside = false;
/** @type {[string, any][]} */
const functions = Object.entries(fs);
for (const [name, call] of functions) {
  if (!name.endsWith("Sync")) continue;
  fs[name] = Object.assign((...values) => {
    // Skip the calls with which Node loads the command itself, but not those that load parts of it.
    if (inside || values[0] === process.argv[1]) return call(...values);
    calls.push(`${name}\t${values[0]}`);
    if (calls.length === Number(FAILING_CALL)) throw failure(name.replace("Sync", ""), values[0]);
    inside = true;
    try {
      return call(...values);
    } finally {
      inside = false;
    }
  }, call);
}
if (CALL_LOG) process.on("exit", () => writeFileSync(CALL_LOG, calls.join("\n")));

function failure(syscall, what) {
  const path = typeof what === "string" ? what : undefined;
  const message = `${ERROR_CODE}: ${MESSAGES[ERROR_CODE]}, ${syscall}${path === undefined ? "" : ` '${path}'`}`;
  return Object.assign(new Error(message), { code: ERROR_CODE, errno: -constants.errno[ERROR_CODE], syscall, path });
}

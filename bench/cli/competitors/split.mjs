// Converts the whole file at once, like a short script: node split.mjs decode|encode < in > out
import { readFileSync, writeSync } from "node:fs";

const convert = process.argv[2] === "decode" ? decodeURIComponent : encodeURIComponent;
const lines = readFileSync(0, "utf8").split("\n");
const output = Buffer.from(lines.map((line) => convert(line)).join("\n"));
for (let at = 0; at < output.length;) at += writeSync(1, output, at);

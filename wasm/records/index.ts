// The exports of the record module: it handles good records, and leaves all others to tool/command/records.
export { delimited, rowBinary } from "./cut";
export { execute } from "./program";

// The exports of the record module: it leaves the records that it cannot handle to tool/command/records.
export { delimited, rowBinary } from "./cut";
export { write } from "./program";

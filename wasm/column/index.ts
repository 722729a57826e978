// The exports of the column module; docs/column.md describes them.
export { areas, name, reserve, set, version } from "./areas";
export { decode } from "./decode";
export { encode } from "./encode";
export { queryParam } from "./query-param";

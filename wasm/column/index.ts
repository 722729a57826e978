// The exports of the column module; docs/column.md describes them.
export { areas, limit, name, reserve, set, version } from "./areas";
export { decode } from "./decode";
export { encode } from "./encode";
export { layers } from "./layers";
export { queryParam } from "./query-param";

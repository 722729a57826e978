export { findLinks, type FindLinksOptions, type FoundLink } from "./find.ts";
export { formatLink, type FormatLinkOptions } from "./format.ts";
export { linkDataVersion } from "./link-table.generated.ts";
export { topLevelDomainsDate } from "./top-level-domains.generated.ts";
export { listTopLevelDomains } from "./top-level-domains.ts";

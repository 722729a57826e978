// The link finders of npm packages, with their options for links without a scheme, for e-mail addresses and for all top-level
// domains. The file is in this folder because the packages are installed here.
import anchorme from "anchorme";
import { LinkifyIt } from "linkify-it";
import { find } from "linkifyjs";
import tlds from "tlds" with { type: "json" };
import urlRegexSafe from "url-regex-safe";

const linkifyIt = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, tlds });
const urlPattern = urlRegexSafe({ strict: false, tlds });

/** Each has a `name`, a `kind`, and `find`, which returns the links of a string; `skips` are the languages for which it is too slow. */
export const linkFinders = [
  { name: "linkify-it", kind: "regular expressions", find: (text) => linkifyIt.match(text) ?? [] },
  {
    name: "url-regex-safe",
    kind: "regular expressions",
    find: (text) => text.match(urlPattern) ?? [],
    // 224 units of the Chinese prose take more than a minute.
    skips: ["Chinese"],
  },
  { name: "anchorme", kind: "regular expressions", find: (text) => anchorme.default.list(text) },
  { name: "linkifyjs", kind: "state machine", find: (text) => find(text) },
];

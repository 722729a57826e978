// Makes lines of URLs and paths as a log has them: without findings, and with one kind of finding or more in each line.
import { randomFrom } from "./corpus.mjs";

const WORDS = "index home product article news user search page list item about contact blog post image assets".split(
  " ",
);
const ORIGINS = ["https://www.example.com", "https://shop.example.org", "http://cdn.images.example.net:8080", "https://en.wikipedia.org", ""]; // prettier-ignore
const WORDS_IN_ESCAPES = [
  "caf%C3%A9",
  "%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D1%8C",
  "%E4%B8%AD%E6%96%87",
  "two%20words",
];

/** What adds findings to a path, and to a query. */
const PATH_FAULTS = ["/a+b", "/x;jsessionid=1F", "/%7Euser", "/caf%c3%a9/%2Fx", "/a%2Fb", "/é", "/a%2520b", "/../x", "/[1]", "/a|b", "/%E2%80%AEx", "/%zz"]; // prettier-ignore
const QUERY_FAULTS = ["a b", "1;b=2", "../../etc/passwd", "<b>", "%zz", "%00", "{x}", "%E9t%E9", "100%", '"q"', "%252e", "%c3%A9"]; // prettier-ignore

/**
 * Makes a block of lines.
 *
 * @param {boolean} hasFindings whether each line has a finding; otherwise no line has one
 * @param {number} size the least size in bytes
 */
export function makeLines(hasFindings, size) {
  const random = randomFrom(7);
  const below = (count) => Math.floor(random() * count);
  const pick = (list) => list[below(list.length)];
  const several = (most, make) => Array.from({ length: 1 + below(most) }, make);
  const word = () => (below(12) === 0 ? pick(WORDS_IN_ESCAPES) : pick(WORDS));
  const lines = [];
  for (let length = 0; length < size; length += lines.at(-1).length + 1) {
    const path = several(4, () => `/${word()}${below(2) === 0 ? "" : `-${below(10_000)}`}`).join("");
    const pairs =
      below(3) === 0 ? [] : several(4, () => `${pick(WORDS)}=${word()}${pick(["", "+", "%20", "%2F"])}${below(1000)}`);
    const isInPath = below(2) === 0;
    if (hasFindings && !isInPath) pairs.splice(below(pairs.length + 1), 0, `q=${pick(QUERY_FAULTS)}`);
    const query = pairs.length > 0 ? `?${pairs.join("&")}` : "";
    const fragment = below(8) === 0 ? `#${pick(WORDS)}` : "";
    lines.push(pick(ORIGINS) + path + (hasFindings && isInPath ? pick(PATH_FAULTS) : "") + query + fragment);
  }
  return `${lines.join("\n")}\n`;
}

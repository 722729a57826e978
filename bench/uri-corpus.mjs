// Makes the URIs, queries and templates of the workloads `uris`, from seeds.
import { hashName, randomFrom } from "./corpus.mjs";

const COUNT = 64;
const WORDS = "products search articles users profile images settings orders invoices archive latest help contact".split(" "); // prettier-ignore
const HOSTS = ["www.example.com", "shop.example.org", "api.example.net:8443", "en.wikipedia.org"];
const LETTERS = ["caf%C3%A9", "M%C3%BCnchen", "%E6%9D%B1%E4%BA%AC", "%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0"];
const IDN = ["xn--mnchen-3ya.example", "xn--caf-dma.example", "xn--wgv71a119e.example"];
const RAW = ["café au lait", "a|b", "größe 42", "<new>", "10 %25 off", "東京", 'size "L"', "x{y}"];

/** Each kind returns one URI. */
const KINDS = {
  /** In normal form: nothing to encode, decode or change. */
  plain: ({ pick, path, pairs, below }) =>
    `https://${pick(HOSTS)}${path()}${pairs((word) => word)}${below(8) === 0 ? `#${pick(WORDS)}` : ""}`,
  /** As typed or pasted: with spaces, letters and delimiters that have to be encoded. */
  typed: ({ pick, path, pairs }) => `https://${pick(HOSTS)}${path()}/${pick(RAW)}${pairs(() => pick(RAW))}`,
  /** With letter case, escapes, dot segments and ports that normalization changes. */
  variant: ({ pick, path, pairs, below }) =>
    `HTTP${below(2) === 0 ? "" : "s"}://${pick(HOSTS)
      .replace(/^\w+/, (word) => word.toUpperCase())
      .replace(/:.*/, "")}` +
    `${path()}${pick(["/%7Euser", "/./a/../b", "/%7euser/%2fx", "/a/b/../c", ""])}${pairs((word) => `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`)}`,
  /** With escaped letters, as in the address of a page that is to be shown. */
  letters: ({ pick, path, pairs, below }) =>
    `https://${below(2) === 0 ? pick(HOSTS) : pick(IDN)}${path()}/${pick(LETTERS)}${pairs(() => pick([...LETTERS, "a%20b"]))}`,
};

/** Returns the URIs of a kind. */
export function uris(kind) {
  const { below, pick } = generator(`uris ${kind}`);
  const repeat = (count, make) => Array.from({ length: count }, make);
  const path = () => repeat(1 + below(4), () => `/${pick(WORDS)}${below(3) === 0 ? below(10_000) : ""}`).join("");
  const pairs = (make) => {
    const all = repeat(below(5), () => `${pick(WORDS)}=${make(pick(WORDS))}`);
    return all.length === 0 ? "" : `?${all.join("&")}`;
  };
  return repeat(COUNT, () => KINDS[kind]({ pick, below, path, pairs }));
}

/** Returns pairs of URIs that are equal after normalization, and one in four that differ. */
export function uriPairs() {
  const all = uris("variant");
  return all.map((uri, k) => [uri, k % 4 === 3 ? all[(k + 1) % all.length] : uri.replace(/^[^:]+/, (scheme) => scheme.toLowerCase())]); // prettier-ignore
}

/** Returns queries of three to ten pairs, the names of the first and the last of which are `page` and `utm_source`. */
export function queries() {
  const { below, pick } = generator("queries");
  return Array.from({ length: COUNT }, () => {
    const others = Array.from({ length: 1 + below(8) }, () => `${pick(WORDS)}=${pick([...WORDS, "a+b", "caf%C3%A9", "1%2F2"])}`); // prettier-ignore
    return ["page=1", ...others, "utm_source=news"].join("&");
  });
}

/** Returns values for a path segment, a search text and a page. */
export function values() {
  const { below, pick } = generator("values");
  return Array.from({ length: COUNT }, () => ({
    id: `${pick(WORDS)}${below(1000)}`,
    q: pick(["percent encoding", "café", "a&b=c", ...WORDS]),
    page: String(1 + below(20)),
    tags: ["red", pick(WORDS), "a b"],
  }));
}

function generator(name) {
  const random = randomFrom(hashName(name));
  const below = (count) => Math.floor(random() * count);
  return { below, pick: (list) => list[below(list.length)] };
}

// Paths and file URIs of every kind: ordinary names, names that mislead, and roots of both systems.
import { random } from "../../support/random.mjs";

const NAMES = [
  "a", "b c", "é", "日本", "😀", "x.txt", "Program Files", "-_.~!$&'()*+,;=:@", "[x]", "{y}", "a|b", '^`"<>', "100%", "%41", "%2F", "%5c", "%00", "a?b",
  "c#d", "..", ".", "...", ".. ", " ", "a.", "a ", "a:b", "C:", "C|", "NUL", "~", "\t", "a\nb", "\u007f", "\u0085", "\u202e", "\ufeff", "\uff0f",
]; // prettier-ignore
const RARE = ["\0", "\ud800", "a\udc00b"];
const SERVERS = [
  "server", "SERVER", "e.com", "a_b", "-a", "wsl$", "server.", "127.0.0.1", "1.2.3.4.", "0x7f.1", "1", "01.2.3.4", "localhost", "LOCALHOST", "é",
  "xn--e1afmkfd", "xn--a", "[::1]", "a b", "s@SSL", "s:80", "u@s", ".", "..", "?", "a%41", "", "a..b", "a!b", "256.1.1.1",
]; // prettier-ignore
const DRIVES = ["C:", "c:", "z:", "C|", "1:", "CC:"];

/** What a URI may contain besides the names of paths. */
const ESCAPED = [
  "%2f", "%2F", "%5C", "%00", "%2e%2e", "%2E", ".%2e", "%41", "%C3%A9", "%FF", "%C3", "%ED%A0%80", "%", "%4", "%zz", "%20", "%7C", "C%3A", "C%7C",
]; // prettier-ignore

/** @returns a function that makes `{ path, uri, windows }` */
export function makeInputs(seed) {
  const below = random(seed);
  const pick = (list) => list[below(list.length)];
  const name = () => {
    const kind = below(40);
    if (kind === 0) return pick(RARE);
    if (kind < 6) return String.fromCodePoint(below(0x300) + 1);
    if (kind < 8) return String.fromCodePoint(0x300 + below(0xd000));
    return kind < 16 ? pick(NAMES.slice(0, 3)) + pick(NAMES) : pick(NAMES);
  };
  const join = (make, separators) => {
    let text = "";
    for (let k = below(5); k > 0; k--) text += make() + (k > 1 || below(4) === 0 ? pick(separators) : "");
    return text;
  };
  const posixRoot = () =>
    pick(["/", "/", "/", "/", "/", "/", "/", "//", "///", "", "./", "../", "C:/", "/C:/", "/C|/"]);
  const windowsRoot = () => {
    const slash = () => pick(["\\", "\\", "/"]);
    const kind = below(20);
    if (kind < 9) return `${pick(DRIVES)}${slash()}`;
    if (kind < 10) return pick(DRIVES);
    if (kind < 17) return `${slash()}${slash()}${pick(SERVERS)}${slash()}`;
    return pick(["", "\\", "/", ".\\", "\\\\?\\C:\\", "\\\\.\\", "\\\\?\\UNC\\server\\share\\", "\\??\\C:\\"]);
  };
  const uriRoot = () => {
    const scheme = pick(["file:", "file:", "file:", "file:", "FILE:", "fil:", " file:"]);
    const drive = below(2) === 0 ? `${pick(DRIVES)}/` : "";
    const server = `//${pick(SERVERS)}/`;
    const root = pick([
      "///",
      "///",
      "///",
      "/",
      "",
      "//localhost/",
      "//LocalHost/",
      "//",
      "////",
      server,
      `${server}share/`,
    ]);
    return `${scheme}${root}${drive}`;
  };
  const escapedName = () => {
    const kind = below(4);
    if (kind === 0) return pick(ESCAPED);
    return kind === 1 ? name() : encodeURIComponent(pick(NAMES));
  };
  return () => {
    const windows = below(2) === 0;
    const path = windows
      ? windowsRoot() + join(name, ["\\", "\\", "/", "\\\\"])
      : posixRoot() + join(name, ["/", "/", "/", "//"]);
    return {
      path,
      uri:
        uriRoot() +
        join(escapedName, ["/", "/", "/", "//", "\\"]) +
        (below(30) === 0 ? pick(["?q", "#f", " ", "\n"]) : ""),
      windows,
    };
  };
}

import { DRIVE, splitAtDelimiters } from "../reference.ts";
import { isSpecial } from "../whatwg.ts";
import { characterLength } from "./grammar.ts";
import { checkHost, checkUnits } from "./url-host.ts";
import type { ErrorHandler, ValidationError } from "./issue.ts";

export interface BaseUrl {
  readonly scheme: string;
  /** https://url.spec.whatwg.org/#url-opaque-path */
  readonly hasOpaquePath: boolean;
}

/** Reports the validation errors of a trimmed input (https://url.spec.whatwg.org/#concept-basic-url-parser); returns whether it is parsed. */
export function checkUrl(input: string, base: BaseUrl | undefined, report: ErrorHandler): boolean {
  const written = splitAtDelimiters(input).scheme;
  const scheme = written?.toLowerCase() ?? base?.scheme ?? "";
  const special = isSpecial(scheme);
  if (written !== undefined) return parseAfterScheme(written.length + 1);
  // https://url.spec.whatwg.org/#no-scheme-state
  if (base === undefined || (base.hasOpaquePath && !input.startsWith("#"))) {
    return fail("missing-scheme-non-relative-URL", 0, 0);
  }
  return scheme === "file" ? parseFile(0) : parseRelative(0);

  // Each function is a state; its parameter is the pointer. It returns whether the parser returns a URL.

  /** https://url.spec.whatwg.org/#scheme-state, after the colon, and the states up to #path-or-authority-state */
  function parseAfterScheme(at: number): boolean {
    const hasSlashes = input.startsWith("//", at);
    if (!special) return hasSlashes ? parseAuthority(at + 2) : parsePath(at);
    if (!hasSlashes) report("special-scheme-missing-following-solidus", at, at);
    if (scheme === "file") return parseFile(at);
    if (hasSlashes) return parseSlashes(at + 2);
    return base?.scheme === scheme ? parseRelative(at) : parseSlashes(at);
  }

  /** https://url.spec.whatwg.org/#relative-state, and #relative-slash-state */
  function parseRelative(at: number): boolean {
    if (!takesSlash(at)) return parsePath(at);
    if (!takesSlash(at + 1)) return parsePath(at + 1);
    return special ? parseSlashes(at + 2) : parseAuthority(at + 2);
  }

  /** Whether there is a slash; in a special URL a backslash is reported, and parsed as a slash. */
  function takesSlash(at: number): boolean {
    if (input[at] !== "\\" || !special) return input[at] === "/";
    report("invalid-reverse-solidus", at, at + 1);
    return true;
  }

  /** https://url.spec.whatwg.org/#special-authority-ignore-slashes-state; adjacent slashes are one error. */
  function parseSlashes(at: number): boolean {
    let end = at;
    while (input[end] === "/" || input[end] === "\\") end++;
    if (end > at) report("special-scheme-missing-following-solidus", at, end);
    return parseAuthority(end);
  }

  function endOfAuthority(at: number): number {
    return at + input.slice(at).search(special ? /[\\/?#]|$/ : /[/?#]|$/);
  }

  /** https://url.spec.whatwg.org/#authority-state; each `@` is an error, with the text before it. */
  function parseAuthority(at: number): boolean {
    const end = endOfAuthority(at);
    let from = at;
    for (const { index } of input.slice(at, end).matchAll(/@/g)) {
      report("invalid-credentials", from, at + index + 1);
      from = at + index + 1;
    }
    return from > at && from === end ? fail("host-missing", end, end) : parseHost(from, end);
  }

  function fail(name: ValidationError, from: number, to: number): false {
    report(name, from, to);
    return false;
  }

  /** https://url.spec.whatwg.org/#host-state */
  function parseHost(from: number, end: number): boolean {
    const authority = input.slice(from, end);
    // A colon in brackets is a part of the host.
    const colon = authority.replace(/\[[^\]]*/g, (text) => "_".repeat(text.length)).search(/:|$/);
    const host = authority.slice(0, colon);
    const hasPort = host.length < authority.length;
    if (host === "" && (hasPort || special)) return fail("host-missing", from, from);
    if (!checkHost(host, from, !special, report)) return false;
    return (!hasPort || parsePort(from + host.length + 1, end)) && parsePath(end);
  }

  /** https://url.spec.whatwg.org/#port-state */
  function parsePort(from: number, end: number): boolean {
    const port = input.slice(from, end);
    const other = port.search(/\D/);
    if (other >= 0) return fail("port-invalid", from + other, from + other + characterLength(port, other));
    return Number(port) <= 65_535 || fail("port-out-of-range", from, end);
  }

  /** https://url.spec.whatwg.org/#file-state */
  function parseFile(at: number): boolean {
    if (takesSlash(at)) return parseFileSlash(at + 1);
    if (base?.scheme === "file" && /^[A-Za-z][:|](?:[/\\?#]|$)/.test(input.slice(at, at + 3))) {
      report("file-invalid-Windows-drive-letter", at, at + 2);
    }
    return parsePath(at);
  }

  /** https://url.spec.whatwg.org/#file-slash-state, and #file-host-state */
  function parseFileSlash(at: number): boolean {
    if (!takesSlash(at)) return parsePath(at);
    const from = at + 1;
    const end = endOfAuthority(from);
    const host = input.slice(from, end);
    if (DRIVE.test(host)) {
      report("file-invalid-Windows-drive-letter-host", from, end);
      return parsePath(end);
    }
    return (host === "" || checkHost(host, from, false, report)) && parsePath(end);
  }

  /** https://url.spec.whatwg.org/#path-start-state to #fragment-state */
  function parsePath(at: number): boolean {
    const rest = input.slice(at);
    const end = at + rest.search(/#|$/);
    const pathEnd = at + rest.search(/[?#]|$/);
    checkUnits(input.slice(at, pathEnd), at, report, special);
    checkUnits(input.slice(pathEnd + 1, end), pathEnd + 1, report);
    checkUnits(input.slice(end + 1), end + 1, report);
    return true;
  }
}

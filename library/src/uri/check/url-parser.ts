import { splitAtDelimiters } from "../reference.ts";
import { isSpecial } from "../whatwg.ts";
import { characterLength } from "./grammar.ts";
import { checkHost, checkUnits } from "./url-host.ts";
import type { BaseUrl } from "./url-string.ts";
import type { ErrorHandler, ValidationError } from "./issue.ts";

/**
 * Reports the validation errors of the basic URL parser (https://url.spec.whatwg.org/#concept-basic-url-parser).
 *
 * @param input the input without the characters that the parser removes
 * @param base the base URL; undefined for an input with a scheme that is parsed without a base
 * @returns whether the parser returns a URL
 */
export function checkUrl(input: string, base: BaseUrl | undefined, report: ErrorHandler): boolean {
  const { scheme } = splitAtDelimiters(input);
  if (scheme !== undefined) {
    return new UrlChecker(input, scheme.toLowerCase(), base, report).afterScheme(scheme.length + 1);
  }
  // https://url.spec.whatwg.org/#no-scheme-state
  if (base === undefined || (base.hasOpaquePath && !input.startsWith("#"))) {
    report("missing-scheme-non-relative-URL", 0, 0);
    return false;
  }
  const checker = new UrlChecker(input, base.scheme, base, report);
  return base.scheme === "file" ? checker.file(0) : checker.relative(0);
}

/** Each method is a state; its parameter is the pointer. It returns whether the parser returns a URL. */
class UrlChecker {
  readonly #input: string;
  readonly #scheme: string;
  readonly #base: BaseUrl | undefined;
  readonly #report: ErrorHandler;

  constructor(input: string, scheme: string, base: BaseUrl | undefined, report: ErrorHandler) {
    this.#input = input;
    this.#scheme = scheme;
    this.#base = base;
    this.#report = report;
  }

  get #isSpecial(): boolean {
    return isSpecial(this.#scheme);
  }

  /** https://url.spec.whatwg.org/#scheme-state, after the colon, and the states up to #path-or-authority-state */
  afterScheme(at: number): boolean {
    const hasSlashes = this.#input.startsWith("//", at);
    if (!this.#isSpecial) return hasSlashes ? this.#authority(at + 2) : this.#path(at);
    if (!hasSlashes) this.#report("special-scheme-missing-following-solidus", at, at);
    if (this.#scheme === "file") return this.file(at);
    if (hasSlashes) return this.#ignoreSlashes(at + 2);
    return this.#base?.scheme === this.#scheme ? this.relative(at) : this.#ignoreSlashes(at);
  }

  /** https://url.spec.whatwg.org/#relative-state, and #relative-slash-state */
  relative(at: number): boolean {
    if (!this.#takesSlash(at)) return this.#path(at);
    if (!this.#takesSlash(at + 1)) return this.#path(at + 1);
    return this.#isSpecial ? this.#ignoreSlashes(at + 2) : this.#authority(at + 2);
  }

  /** Whether there is a slash; in a special URL a backslash is reported, and parsed as a slash. */
  #takesSlash(at: number): boolean {
    if (this.#input[at] !== "\\" || !this.#isSpecial) return this.#input[at] === "/";
    this.#report("invalid-reverse-solidus", at, at + 1);
    return true;
  }

  /** https://url.spec.whatwg.org/#special-authority-ignore-slashes-state; adjacent slashes are one error. */
  #ignoreSlashes(at: number): boolean {
    let end = at;
    while (this.#input[end] === "/" || this.#input[end] === "\\") end++;
    if (end > at) this.#report("special-scheme-missing-following-solidus", at, end);
    return this.#authority(end);
  }

  /** Returns the index of the next delimiter that ends an authority. */
  #endOfAuthority(at: number): number {
    return at + this.#input.slice(at).search(this.#isSpecial ? /[\\/?#]|$/ : /[/?#]|$/);
  }

  /** https://url.spec.whatwg.org/#authority-state; each `@` is an error, with the text before it. */
  #authority(at: number): boolean {
    const end = this.#endOfAuthority(at);
    let from = at;
    for (const { index } of this.#input.slice(at, end).matchAll(/@/g)) {
      this.#report("invalid-credentials", from, at + index + 1);
      from = at + index + 1;
    }
    return from > at && from === end ? this.#fail("host-missing", end, end) : this.#host(from, end);
  }

  /** Reports an error after which the parser returns a failure. */
  #fail(name: ValidationError, from: number, to: number): false {
    this.#report(name, from, to);
    return false;
  }

  /** https://url.spec.whatwg.org/#host-state */
  #host(from: number, end: number): boolean {
    const authority = this.#input.slice(from, end);
    // A colon in brackets is a part of the host.
    const colon = authority.replace(/\[[^\]]*/g, (text) => "_".repeat(text.length)).search(/:|$/);
    const host = authority.slice(0, colon);
    const hasPort = host.length < authority.length;
    if (host === "" && (hasPort || this.#isSpecial)) return this.#fail("host-missing", from, from);
    if (!checkHost(host, from, !this.#isSpecial, this.#report)) return false;
    return (!hasPort || this.#port(from + host.length + 1, end)) && this.#path(end);
  }

  /** https://url.spec.whatwg.org/#port-state */
  #port(from: number, end: number): boolean {
    const port = this.#input.slice(from, end);
    const other = port.search(/\D/);
    if (other >= 0) return this.#fail("port-invalid", from + other, from + other + characterLength(port, other));
    return Number(port) <= 65_535 || this.#fail("port-out-of-range", from, end);
  }

  /** https://url.spec.whatwg.org/#file-state */
  file(at: number): boolean {
    if (this.#takesSlash(at)) return this.#fileSlash(at + 1);
    if (this.#base?.scheme === "file" && /^[A-Za-z][:|](?:[/\\?#]|$)/.test(this.#input.slice(at, at + 3))) {
      this.#report("file-invalid-Windows-drive-letter", at, at + 2);
    }
    return this.#path(at);
  }

  /** https://url.spec.whatwg.org/#file-slash-state, and #file-host-state */
  #fileSlash(at: number): boolean {
    if (!this.#takesSlash(at)) return this.#path(at);
    const from = at + 1;
    const end = this.#endOfAuthority(from);
    const host = this.#input.slice(from, end);
    if (/^[A-Za-z][:|]$/.test(host)) {
      this.#report("file-invalid-Windows-drive-letter-host", from, end);
      return this.#path(end);
    }
    return (host === "" || checkHost(host, from, false, this.#report)) && this.#path(end);
  }

  /** https://url.spec.whatwg.org/#path-start-state to #fragment-state */
  #path(at: number): boolean {
    const rest = this.#input.slice(at);
    const end = at + rest.search(/#|$/);
    const pathEnd = at + rest.search(/[?#]|$/);
    checkUnits(this.#input.slice(at, pathEnd), at, this.#report, this.#isSpecial);
    checkUnits(this.#input.slice(pathEnd + 1, end), pathEnd + 1, this.#report);
    checkUnits(this.#input.slice(end + 1), end + 1, this.#report);
    return true;
  }
}

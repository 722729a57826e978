import { percentDecode } from "../codec/decode.ts";
import { DOTS } from "../host/labels.ts";

/** Longer user names are judged by their beginning, which is what a person reads. */
const MAX_UNITS = 1024;

/** What a person reads as one name: letters, digits, hyphens and dots. */
const NAME = /^[\p{L}\p{M}\p{N}_.\u3002\uff0e\uff61-]+/u;

/**
 * The last label of a name of two labels that is read as a host: that of a country, one beyond ASCII, a frequent top-level domain, or a reserved one
 * (https://www.rfc-editor.org/rfc/rfc2606). A complete list would take 5 kB and change every month; and `john.smith` is a user name.
 */
const TOP_LEVEL =
  /^(?:[a-z]{2}|xn--.*|[^\0-\x7f]{2,}|com|net|org|edu|gov|mil|int|info|biz|app|dev|xyz|online|site|shop|store|top|club|vip|cloud|tech|bank|example|test|local|internal|localhost|invalid)$/iu;

/**
 * Finds a name in the user name of a URL that a person reads as its host: a domain of two labels with a known top-level domain, a domain of more
 * labels, or an IPv4 address. What follows a `:` is a password or looks like a port.
 *
 * @param userinfo the text before the `@`
 */
export function findHostLike(userinfo: string): string | undefined {
  const [user = ""] = percentDecode(userinfo.slice(0, MAX_UNITS), KEEP).split(":", 1);
  for (const piece of user.split("@")) {
    const [name] = NAME.exec(piece) ?? [];
    if (name !== undefined && isHostLike(name.split(DOTS).filter((label) => label !== ""))) return name;
  }
  return undefined;
}

const KEEP = { malformed: "keep", invalidUtf8: "keep" } as const;

function isHostLike(labels: readonly string[]): boolean {
  const last = labels[labels.length - 1] ?? "";
  if (labels.length === 2) return TOP_LEVEL.test(last);
  if (labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label))) return true;
  return labels.length > 2 && /^\p{L}{2}/u.test(last);
}

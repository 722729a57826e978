import { type AuthorityParts, splitAuthority, splitUri } from "percodec/uri";
import { unlessRefused } from "./unless-refused.ts";

/** Splits the authority of a text for display: one that RFC 3986 does not allow is shown as a host. */
export function readAuthority(text: string): AuthorityParts | undefined {
  const { authority } = splitUri(text);
  if (authority === undefined) return undefined;
  const parts = unlessRefused(() => splitAuthority(authority));
  if (parts !== undefined) return parts;
  const at = authority.lastIndexOf("@");
  return { userinfo: at < 0 ? undefined : authority.slice(0, at), host: authority.slice(at + 1), port: undefined };
}

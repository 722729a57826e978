import { formatLink } from "percodec/links";
import { unlessRefused } from "../../shared/unless-refused.ts";

/** Returns a URI as a link that is readable and found whole in a text, or undefined if `formatLink` refuses it. */
export function toReadableLink(uri: string): string | undefined {
  return unlessRefused(() => formatLink(uri));
}

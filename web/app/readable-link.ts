import { PercentEncodingError } from "../../src/index.ts";
import { formatLink } from "../../src/links/index.ts";

/** Returns a URI as a link that is readable and found whole in a text, or undefined if `formatLink` refuses it. */
export function toReadableLink(uri: string): string | undefined {
  try {
    return formatLink(uri);
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

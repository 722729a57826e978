import { toReadableLink } from "../app/readable-link.ts";
import { copyButton } from "./results.ts";

/** Creates a button that copies a URI as a readable link, if there is such a link for it. */
export function linkButtons(uri: string): HTMLButtonElement[] {
  const link = toReadableLink(uri);
  return link === undefined ? [] : [copyButton(link, "Copy as readable link")];
}

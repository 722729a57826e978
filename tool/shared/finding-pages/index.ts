import { CHARACTER_PAGES, CONTROL_PAGES, DELIMITER_PAGES } from "./characters.ts";
import { ESCAPE_PAGES, ORIGIN_PAGES, SPELLING_PAGES } from "./escapes.ts";
import { PATH_PAGES } from "./paths.ts";
import { TARGET_PAGES } from "./targets.ts";
import type { FindingPage } from "./page.ts";
import type { FindingCode } from "percodec/inspect";

/**
 * The page of each finding, in the order of the table; `npm run generate` writes docs/findings/ from it.
 *
 * No other module of the library imports this file and its folder, so its modules do not contain them. The view Findings of the page does.
 */
export const FINDING_PAGES: Record<FindingCode, FindingPage> = {
  ...ESCAPE_PAGES,
  ...PATH_PAGES,
  ...CONTROL_PAGES,
  ...SPELLING_PAGES,
  ...DELIMITER_PAGES,
  ...CHARACTER_PAGES,
  ...TARGET_PAGES,
  ...ORIGIN_PAGES,
};

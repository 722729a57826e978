import { CHARACTER_PAGES } from "./finding-pages/characters.ts";
import { CONTROL_PAGES } from "./finding-pages/controls.ts";
import { DELIMITER_PAGES } from "./finding-pages/delimiters.ts";
import { ESCAPE_PAGES } from "./finding-pages/escapes.ts";
import { ORIGIN_PAGES } from "./finding-pages/origins.ts";
import { PATH_PAGES } from "./finding-pages/paths.ts";
import { SPELLING_PAGES } from "./finding-pages/spelling.ts";
import { TARGET_PAGES } from "./finding-pages/targets.ts";
import type { FindingPage } from "./finding-pages/page.ts";
import type { FindingCode } from "./finding-table.ts";

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

import { EXAMPLES } from "../app/examples.ts";
import type { ModeName } from "../app/modes.ts";
import { drawExamples } from "./examples.ts";
import type { Page } from "./page.ts";

/** Draws the examples of a view other than Start, which load with the first of these views. */
export function examples(page: Page, mode: ModeName): HTMLElement {
  return drawExamples(page, mode, EXAMPLES[mode] ?? []);
}

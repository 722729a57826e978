import { fill, h } from "../dom.ts";
import type { Draw, Page } from "../page.ts";

export function view(host: HTMLElement, _page: Page): Draw {
  return () => fill(host, h("p", {}, "…"));
}

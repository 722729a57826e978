import { findMode, hasText, type ModeName } from "../app/modes.ts";
import { byId } from "./dom.ts";

/** Shows the titles and the labels of a view, and marks it in the list of views. */
export function showTitles(mode: ModeName): void {
  const { title, summary, input, hint = "", other, files } = findMode(mode);
  byId("title").textContent = title;
  document.title = `${title} – percodec`;
  document.body.classList.toggle("start", mode === "start");
  byId("summary").textContent = summary;
  byId("text-label").textContent = input;
  byId("text-hint").textContent = hint;
  byId("other-label").textContent = other ?? "";
  byId("source").hidden = !hasText(mode);
  byId("source").classList.toggle("two", other !== undefined);
  byId("pick").hidden = files === undefined && mode !== "start";
  for (const link of document.querySelectorAll("#modes a")) {
    if (link.getAttribute("href") === `#1/${mode}` && !link.classList.contains("group-name")) {
      link.setAttribute("aria-current", "page");
      // On a narrow screen the row of views scrolls.
      const view = link.closest<HTMLElement>("#modes > ul > li")!;
      const row = view.parentElement!;
      row.scrollLeft = view.offsetLeft - (row.clientWidth - view.offsetWidth) / 2;
    } else link.removeAttribute("aria-current");
  }
}

/** Scrolls to the top. If the element that had the focus is gone, the title gets it. */
export function showTop(movesFocus: boolean): void {
  scrollTo({ top: 0 });
  if (movesFocus) document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}

import { byId } from "./dom.ts";

/** The actions that move to the panel that More opens; Share moves to the bar. */
const IN_PANEL = ["undo", "redo", "clear", "paste", "pick", "private", "theme"];
const PHONE = "(max-width: 40rem), (max-height: 27rem)";
const SHOWN_MS = 1500;

/** Whether the page has the layout of a phone. */
export const isOnPhone = (): boolean => matchMedia(PHONE).matches;

/** Starts the bar of a phone. It shows what Ctrl+Enter copies, and receives the page's own buttons while the screen is narrow. */
export function startPhoneBar(): { readonly setCopy: (source: HTMLButtonElement | undefined) => void } {
  const bar = byId("phone-bar");
  const panel = byId("more-panel");
  const more = byId("more");
  const copy = byId("bar-copy") as HTMLButtonElement;
  const homes = ["share", ...IN_PANEL].map((id) => {
    const element = byId(id);
    return { element, parent: element.parentElement!, next: element.nextSibling };
  });
  let source: HTMLButtonElement | undefined;
  let label = "Copy";

  const setOpen = (isOpen: boolean): void => {
    panel.hidden = !isOpen;
    more.setAttribute("aria-expanded", String(isOpen));
  };
  const place = (isPhone: boolean): void => {
    setOpen(false);
    if (isPhone) {
      bar.insertBefore(byId("share"), more);
      for (const id of IN_PANEL) panel.append(byId(id));
    } else {
      // From the last to the first, so that each next sibling is already in its place.
      for (const { element, parent, next } of homes.toReversed()) parent.insertBefore(element, next);
    }
  };
  const query = matchMedia(PHONE);
  query.addEventListener("change", () => place(query.matches));
  place(query.matches);

  more.addEventListener("click", () => setOpen(panel.hidden !== false));
  document.addEventListener("click", ({ target }) => {
    const isInside = target instanceof Node && (panel.contains(target) || more.contains(target));
    if (!isInside) setOpen(false);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    event.stopImmediatePropagation();
    setOpen(false);
    more.focus();
  });
  copy.addEventListener("click", () => {
    const copied = source;
    copied?.addEventListener(
      "copied",
      (event) => {
        copy.textContent = (event as CustomEvent<boolean>).detail ? "Copied" : "Not copied";
        setTimeout(() => (copy.textContent = label), SHOWN_MS);
      },
      { once: true },
    );
    copied?.click();
  });
  return {
    setCopy: (next) => {
      source = next;
      label = next?.textContent ?? "Copy";
      copy.textContent = label;
      copy.disabled = next === undefined;
    },
  };
}

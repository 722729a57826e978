import {
  type PageState,
  readFragment,
  type Refusal,
  showsNewText,
  START,
  withoutTexts,
  writeFragment,
} from "../app/state.ts";
import type { Texts } from "../app/store.ts";
import { copyText } from "./clipboard.ts";
import { notify } from "./notice.ts";

/** The pause in typing after which the address is written. */
export const TYPING_PAUSE_MS = 400;

/**
 * The address of the page. It contains the texts only after Share, or if it was opened with them. An entry of the session history keeps the texts
 * besides the address; the browser forgets it with the tab.
 */
export class PageAddress {
  readonly #state: () => PageState;
  /** Whether no text may be kept. */
  readonly #isPrivate: () => boolean;
  /** The fragment that was last read or written. */
  #lastFragment = "";
  #hasTexts = false;
  /** The long text that is shown, which is kept in a file; undefined for others. */
  kept: KeptFile | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: () => PageState, isPrivate: () => boolean) {
    this.#state = state;
    this.#isPrivate = isPrivate;
  }

  /** Whether the address is another one than the page has read or written. */
  get isChanged(): boolean {
    return location.hash !== this.#lastFragment;
  }

  leaveOutTexts(): void {
    this.#hasTexts = false;
  }

  write(how: "push" | "replace"): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const state = this.#state();
    const { mode, text, other, options } = state;
    const fragment = writeFragment(this.#hasTexts ? state : withoutTexts(state));
    const address = `#${fragment ?? `1/${mode}`}`;
    const kept: Kept | null = this.#isPrivate() ? null : { text, other, find: options.find ?? "", file: this.kept };
    if (how === "push" && location.hash !== address) history.pushState(kept, "", address);
    else history.replaceState(kept, "", address);
    this.#lastFragment = location.hash;
  }

  /** Writes what waits for a pause in typing. */
  flush(): void {
    if (this.#timer !== undefined) this.write("replace");
  }

  /** Writes the address after a pause in typing. */
  writeLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.write("replace"), TYPING_PAUSE_MS);
  }

  /** Reads the address, and opens its state with the texts that it has or that the session history keeps. */
  read(open: (state: PageState) => void): Refusal | undefined {
    this.#lastFragment = location.hash;
    const read = readFragment(location.hash);
    if (typeof read === "string") return read;
    const hasTexts = showsNewText(read, START);
    open(hasTexts ? read : withKept(read));
    this.#hasTexts = hasTexts;
    return undefined;
  }

  /** Copies an address with the texts. Unless the private switch is on, the page has this address from now on. */
  share(button: HTMLElement): void {
    const state = this.#state();
    const hasText = state.text !== "" || state.other !== "";
    const fragment = writeFragment(state);
    if (fragment === undefined) {
      notify("This text is too long for an address, or contains half of a surrogate pair, so it cannot be shared.");
      return;
    }
    if (!this.#isPrivate()) {
      this.#hasTexts = hasText;
      this.write("replace");
    }
    const isPrivate = this.#isPrivate();
    void copyText(location.href.replace(/#.*|$/s, `#${fragment}`)).then((done) => {
      const what = hasText ? "The address with the text" : "The address of this view, without a text,";
      const copied = done ? `${what} was copied.` : "The address could not be copied.";
      const kept = hasText && !isPrivate;
      notify(kept ? `${copied} The address of this page contains the text until you edit it.` : copied);
      button.textContent = done ? "Copied" : "Not copied";
      setTimeout(() => (button.textContent = "Share"), 1500);
    });
  }
}

/** What an entry of the session history keeps: the texts, and the words of a search. */
interface Kept extends Texts {
  readonly find: string;
  readonly file: KeptFile | undefined;
}

/** A long text in the origin private file system: the name of its file there, and its own. */
export interface KeptFile {
  readonly stored: string;
  readonly name: string;
}

/** Returns the long text of the current entry of the session history. */
export function readKeptFile(): KeptFile | undefined {
  return ((history.state ?? {}) as Partial<Kept>).file;
}

/** Returns a state with what the current entry of the session history keeps. */
function withKept(state: PageState): PageState {
  const { text, other, find } = (history.state ?? {}) as Partial<Kept>;
  if (text === undefined || other === undefined) return state;
  return { ...state, text, other, options: find ? { ...state.options, find } : state.options };
}

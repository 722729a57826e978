import { findMode, type ModeName } from "./modes.ts";
import { keepOptions } from "./options-of-text.ts";
import { type Options, type PageState, START } from "./state.ts";
import { type Texts, type Typing, UndoHistory } from "./undo.ts";

/** The state of the page, the options of each view, and the steps that can be undone. */
export class Store {
  #state = START;
  readonly #options = new Map<ModeName, Options>();
  readonly #shared = new UndoHistory<PageState>(START);
  /** The steps of each view with texts of its own. */
  readonly #own = new Map<ModeName, UndoHistory<PageState>>();

  get state(): PageState {
    return this.#state;
  }

  get canUndo(): boolean {
    return this.#historyOf(this.#state.mode).canUndo;
  }

  get canRedo(): boolean {
    return this.#historyOf(this.#state.mode).canRedo;
  }

  /** Sets the state, and records a change of the texts so that it can be undone. */
  set(next: PageState, how?: Typing | "step"): void {
    const history = this.#historyOf(next.mode);
    // The view before has other texts: what changes here is undone here.
    if (history !== this.#historyOf(this.#state.mode)) history.record({ ...next, ...pickTexts(history.current) });
    this.#state = next;
    this.#options.set(next.mode, next.options);
    history.record(next, how);
  }

  /** Returns the state in another view, with the texts and the options that this view had, or with other texts. */
  withMode(mode: ModeName, given: Partial<Texts> = {}): PageState {
    const texts = pickTexts(this.#historyOf(mode).current);
    return this.#withTexts({ mode, ...texts, options: this.#options.get(mode) ?? {} }, given);
  }

  /** Returns the state with other texts; in each view, it forgets the options that were chosen for the text before. */
  withTexts(given: Partial<Texts>): PageState {
    return this.#withTexts(this.#state, given);
  }

  #withTexts(state: PageState, { text = state.text, other = state.other }: Partial<Texts>): PageState {
    const { text: before } = state;
    for (const [mode, options] of this.#options) this.#options.set(mode, keepOptions(options, before, text));
    return { ...state, text, other, options: keepOptions(state.options, before, text) };
  }

  /** Ends the step of the field that was edited, when another field gets the focus. */
  enter(field: string | undefined): void {
    this.#historyOf(this.#state.mode).enter(field);
  }

  /** Undoes or redoes a step, and returns the state that has to be shown; undefined without a step. */
  move(way: "undo" | "redo"): PageState | undefined {
    const move = this.#historyOf(this.#state.mode)[way]();
    if (move === undefined) return undefined;
    const { from, to } = move;
    // A step that changed the view or its options too is undone as a whole, unless another view was opened since.
    const isSameView = from.mode === to.mode;
    const isSameOptions = from.options === to.options;
    if (from.mode === this.#state.mode && !(isSameView && isSameOptions)) return to;
    if (isSameView && !isSameOptions) this.#options.set(to.mode, to.options);
    return this.withTexts(to);
  }

  #historyOf(mode: ModeName): UndoHistory<PageState> {
    if (findMode(mode).ownTexts !== true) return this.#shared;
    const history = this.#own.get(mode) ?? new UndoHistory({ ...START, mode });
    this.#own.set(mode, history);
    return history;
  }
}

function pickTexts({ text, other }: Texts): Texts {
  return { text, other };
}

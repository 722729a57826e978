import { findMode, type ModeName } from "./modes.ts";
import { type Options, type PageState, START } from "./state.ts";

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

  can(way: Way): boolean {
    return this.#historyOf(this.#state.mode).can(way);
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
    return this.withTexts(given, { mode, ...texts, options: this.#options.get(mode) ?? {} });
  }

  /** Returns a state, the current one or another, with other texts; in each view, it forgets the options that were chosen for the text before. */
  withTexts(given: Partial<Texts>, state = this.#state): PageState {
    const { text: before } = state;
    const { text, other } = { ...state, ...given };
    for (const [mode, options] of this.#options) this.#options.set(mode, keepOptions(options, before, text));
    return { ...state, text, other, options: keepOptions(state.options, before, text) };
  }

  /** Ends the step of the field that was edited, when another field gets the focus. */
  enter(field: string | undefined): void {
    this.#historyOf(this.#state.mode).enter(field);
  }

  /** Undoes or redoes a step, and returns the state that has to be shown; undefined without a step. */
  move(way: Way): PageState | undefined {
    const move = this.#historyOf(this.#state.mode).move(way);
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

/** Whether a text is a new one, not an edit of the text before: less than half of that is left at its start and end. */
export function isNewText(before: string, after: string): boolean {
  const most = Math.min(before.length, after.length);
  let kept = 0;
  while (kept < most && before[kept] === after[kept]) kept++;
  let end = 0;
  while (end < most - kept && before.at(-1 - end) === after.at(-1 - end)) end++;
  return before !== after && (kept + end) * 2 < before.length;
}

const ESCAPE = /%[\dA-Fa-f]{2}/;

/**
 * Returns the options that stay when a text becomes another one. How a text is read, and that its escapes are kept, was chosen for that
 * text: both end with a new text, and the second also with the last escape.
 */
export function keepOptions(options: Options, before: string, after: string): Options {
  const { as, preserveEscapes, ...others } = options;
  if ((as ?? preserveEscapes) === undefined) return options;
  const isNew = isNewText(before, after);
  const hasLost = isNew || (ESCAPE.test(before) && !ESCAPE.test(after));
  return {
    ...others,
    ...(as !== undefined && !isNew && { as }),
    ...(preserveEscapes !== undefined && !hasLost && { preserveEscapes }),
  };
}

export type Texts = Pick<PageState, "text" | "other">;

export interface Typing {
  /** The time, in ms. */
  readonly at: number;
  /** The field of a view; undefined for the texts themselves. */
  readonly field?: string | undefined;
}

export type Way = "undo" | "redo";

export interface Move<State> {
  readonly from: State;
  readonly to: State;
}

/** Typing within this time of the last change is undone with it. */
const SAME_STEP_MS = 1000;
const MAX_STEPS = 200;

/** The steps before and after the current state of the page. */
export class UndoHistory<State extends Texts> {
  readonly #steps: Record<Way, Move<State>[]> = { undo: [], redo: [] };
  #current: State;
  #lastTyped = -Infinity;
  #field: string | undefined;

  constructor(current: State) {
    this.#current = current;
  }

  get current(): State {
    return this.#current;
  }

  can(way: Way): boolean {
    return this.#steps[way].length > 0;
  }

  /** Ends the step of the field that was edited, when another field gets the focus. */
  enter(field: string | undefined): void {
    if (field !== this.#field) this.#lastTyped = -Infinity;
    this.#field = field;
  }

  /**
   * Records a state. A change of the texts is a step. What is typed is joined with what was typed before it: within a second, in a
   * field of a view until it is left, in the texts up to the end of a word. Another change is a step only if `how` says so.
   */
  record(next: State, how?: Typing | "step"): void {
    const current = this.#current;
    this.#current = next;
    if (next.text === current.text && next.other === current.other && how !== "step") return;
    const typing = how === "step" ? undefined : how;
    const field = typing?.field;
    const isTyped = typing !== undefined && (field !== undefined || isOneUnit(current, next));
    const joins =
      isTyped &&
      field === this.#field &&
      typing.at - this.#lastTyped < SAME_STEP_MS &&
      // White space ends a word.
      (field !== undefined || !/\s$/.test(current.text) || /\s$/.test(next.text));
    const { undo } = this.#steps;
    const last = joins ? undo.pop() : undefined;
    undo.push({ from: last?.from ?? current, to: next });
    if (undo.length > MAX_STEPS) undo.shift();
    this.#steps.redo = [];
    this.#field = field;
    this.#lastTyped = isTyped ? typing.at : -Infinity;
  }

  /** Undoes or redoes a step, and returns it in the direction of the move; undefined without a step. */
  move(way: Way): Move<State> | undefined {
    const step = this.#steps[way].pop();
    if (step === undefined) return undefined;
    this.#steps[way === "undo" ? "redo" : "undo"].push(step);
    const move = way === "undo" ? { from: step.to, to: step.from } : step;
    this.#current = move.to;
    this.#lastTyped = -Infinity;
    return move;
  }
}

function isOneUnit(current: Texts, next: Texts): boolean {
  const grown = next.text.length - current.text.length + (next.other.length - current.other.length);
  return Math.abs(grown) <= 1;
}

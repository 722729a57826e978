/** The texts of the page at one moment. */
export interface Texts {
  readonly text: string;
  readonly other: string;
}

/** A change by typing. */
export interface Typing {
  /** The time, in ms. */
  readonly at: number;
  /** The field of a view; undefined for the texts themselves. */
  readonly field?: string | undefined;
}

/** The states before and after a step. */
export interface Move<State> {
  readonly from: State;
  readonly to: State;
}

/** Typing within this time of the last change is undone with it. */
const SAME_STEP_MS = 1000;
const MAX_STEPS = 200;

/** The steps before and after the current state of the page. */
export class UndoHistory<State extends Texts> {
  #done: Move<State>[] = [];
  #undone: Move<State>[] = [];
  #current: State;
  #lastTyped = -Infinity;
  #field: string | undefined;

  constructor(current: State) {
    this.#current = current;
  }

  get current(): State {
    return this.#current;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Ends the step of the field that was edited, when another field gets the focus. */
  enter(field: string | undefined): void {
    if (field !== this.#field) this.#lastTyped = -Infinity;
    this.#field = field;
  }

  /**
   * Records a state. A change of the texts is a step; what is typed is joined with what was typed before it: in a field of a view
   * until it is left, in the texts up to the end of a word. Another change is a step only if `how` says so.
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
      (field !== undefined || !startsWord(current, next));
    const last = joins ? this.#done.pop() : undefined;
    this.#done.push({ from: last?.from ?? current, to: next });
    if (this.#done.length > MAX_STEPS) this.#done.shift();
    this.#undone = [];
    this.#field = field;
    this.#lastTyped = isTyped ? typing.at : -Infinity;
  }

  undo(): Move<State> | undefined {
    const step = this.#done.pop();
    if (step === undefined) return undefined;
    this.#undone.push(step);
    return this.#take({ from: step.to, to: step.from });
  }

  redo(): Move<State> | undefined {
    const step = this.#undone.pop();
    if (step === undefined) return undefined;
    this.#done.push(step);
    return this.#take(step);
  }

  #take(move: Move<State>): Move<State> {
    this.#current = move.to;
    this.#lastTyped = -Infinity;
    return move;
  }
}

function isOneUnit(current: Texts, next: Texts): boolean {
  const grown = next.text.length - current.text.length + (next.other.length - current.other.length);
  return Math.abs(grown) <= 1;
}

function startsWord(current: Texts, next: Texts): boolean {
  return /\s$/.test(current.text) && !/\s$/.test(next.text);
}

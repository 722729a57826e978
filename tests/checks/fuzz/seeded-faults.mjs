// Faults that the fuzzer must find. Each is reached only through other branches. They are inserted into a copy of the code.
export const SEEDED_FAULTS = [
  { fault: "a value may be one unit longer than its limit", target: "form", from: "if (i - equals > value)", to: "if (i - equals > value + 1)" },
  {
    fault: "all text before each escape is read again: quadratic time",
    target: "uri",
    from: "const kept = completesEscape(text,",
    to: "const kept = [...text.slice(0, index)].length >= 0 && completesEscape(text,",
  },
  {
    fault: "any name of the right length matches",
    target: "template",
    from: "if (end > to || !startsWithPart(this.#uri, name, at)) return -1;",
    to: "if (end > to) return -1;",
  },
  { fault: "the CSV reader loses its state in quotes at the end of a block", target: "records", from: "this.#state = state;", to: "" },
]; // prettier-ignore

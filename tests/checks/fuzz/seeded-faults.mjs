// Faults that the fuzzer must find, each only on the way through other branches; they are here and nowhere in src.
export const SEEDED_FAULTS = [
  {
    fault: "%u at the end of a text is two units long",
    target: "decode",
    from: 'this.#malformed("truncated-escape", i, 1)',
    to: 'this.#malformed("truncated-escape", i, 2)',
  },
  {
    fault: "going back over decoded bytes stops behind the first escape",
    target: "pieces",
    from: "at - 3 >= start",
    to: "at - 3 > start",
  },
  {
    fault: "a value may be one unit longer than its limit",
    target: "form",
    from: "if (i - equals > value)",
    to: "if (i - equals > value + 1)",
  },
  {
    fault: "all that stands before an escape is gone through again: quadratic",
    target: "uri",
    from: "|| completesEscape(text, at, byte)) continue;",
    to: "|| [...text.slice(0, at)].length < 0 || completesEscape(text, at, byte)) continue;",
  },
  {
    fault: "any name of the right length matches",
    target: "template",
    from: "if (!part.startsWith(name)) return void 0;",
    to: "",
  },
  {
    fault: "CSV forgets at the end of a block that it is within quotes",
    target: "records",
    from: "this.#state = state;",
    to: "",
  },
];

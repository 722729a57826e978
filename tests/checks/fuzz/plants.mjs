// Bugs of the kind that slips in, each found only on the way through other branches; they live here and nowhere in src.
export const PLANTS = [
  {
    bug: "%u at the end of a text is two units long",
    target: "decode",
    from: 'this.#malformed("truncated-escape", i, 1)',
    to: 'this.#malformed("truncated-escape", i, 2)',
  },
  {
    bug: "going back over decoded bytes stops behind the first escape",
    target: "pieces",
    from: "at - 3 >= start",
    to: "at - 3 > start",
  },
  {
    bug: "a value may be one unit longer than its limit",
    target: "form",
    from: "if (i - equals > value)",
    to: "if (i - equals > value + 1)",
  },
  {
    bug: "all that stands before an escape is gone through again: quadratic",
    target: "uri",
    from: "|| completesEscape(text, at, byte)) continue;",
    to: "|| [...text.slice(0, at)].length < 0 || completesEscape(text, at, byte)) continue;",
  },
  {
    bug: "any name of the right length matches",
    target: "template",
    from: "if (!piece.startsWith(name)) return void 0;",
    to: "",
  },
  {
    bug: "CSV forgets at the end of a block that it is within quotes",
    target: "records",
    from: "this.#state = state;",
    to: "",
  },
];

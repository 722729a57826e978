// The intended differences, by the outcome of a call in the old build and in the new one. The list covers the renaming after
// commit 8c12ea5. It is emptied after a release.
export const INTENDED = [
  {
    functions: /^wasmBinary$/,
    before: /^\d+$/,
    now: /^\d+$/,
    reason: "the kernel contains a hash of its source, whose comments have changed",
  },
  {
    functions: /codeInto$|^cleanUri|[Ff]orm|[Rr]equest/,
    before: /has no option named/,
    now: /did you mean \\"(?:final|encoding|rules|addressBar)\\"\?/,
    reason: "a misspelt name is compared with the new names `final`, `encoding`, `rules` and `addressBar`",
  },
  {
    functions: /^(?:PercentEncodingError|FormRequestError)$/,
    before: /./,
    now: /./,
    reason: "an error is created from one object of fields",
  },
  {
    functions: /^cleanUriReport$/,
    before: /valid: false, invalid: \[.*\}, \{/,
    now: /valid: false, invalid: \[.*repairs: \[\]\}$/,
    reason: "with `addressBar` two spans of `invalid` that touch are one",
  },
];

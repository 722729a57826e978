// The differences that are meant, by what a call says in the build before and in the one now. The list is of the renaming after
// commit 8c12ea5; a release begins with an empty one.
export const INTENDED = [
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

// The differences that are meant, by what a call says in the build before and in the one now. The list is of the renaming after
// commit 8c12ea5; a release begins with an empty one.
export const INTENDED = [
  {
    functions: /codeInto$|^cleanUri/,
    before: /has no option named/,
    now: /did you mean \\"(?:final|encoding)\\"\?/,
    reason: "a misspelt name is compared with the new names `final` and `encoding`",
  },
];

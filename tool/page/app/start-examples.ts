import type { OptionName } from "./options.ts";

export interface Example {
  readonly text: string;
  /** The second text, in a view with two. */
  readonly other?: string;
  readonly shows: string;
  readonly options?: { readonly [name in OptionName]?: string };
}

/** The examples of the empty page. */
export const START_EXAMPLES: readonly Example[] = [
  {
    text: "https://paypal.com@xn--pypal-4ve.com/%2e%2e/a?u=https%253A%252F%252Fb.org&q=%83A%83C",
    shows: "a link that deceives",
  },
  {
    text: "https://login.example/r?url=https%3A%2F%2Fb.org%2F%3Fq%3D1%26r%3D2&state=a%26b%23c",
    shows: "a URL inside another URL",
  },
  { text: "fish & chips, 100 %", shows: "plain text, for each part of a URL" },
  { text: "caf%25C3%25A9%2520noir", shows: "a text that was encoded twice" },
  { text: "%93%FA%96%7B%8C%EA", shows: "bytes of an old encoding" },
  { text: "https://e.com/?a=1&amp;b=2", shows: "a link from the source of a page" },
];

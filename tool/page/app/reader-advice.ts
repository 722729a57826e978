import type { FindingCode } from "percodec/inspect";

const ATTACK = "Do not open it: no honest program writes this.";
const LOOK_ALIKE =
  "Do not open it and enter no password. If you use the site, type its address yourself, or open your bookmark.";
const REFUSED = "Ask for the link again: browsers do not open this one.";
const OUT_OF_FOLDER = "Do not open it, unless you test a server of your own: it asks for a file outside its folder.";
const BROKEN_CHARACTER = "Copy the text again from its source: a character of it is broken.";
const ONE_NAME =
  "Most such links only name something with a slash in it: open it as you would open any link of that site.";

/** What a person does who was sent a text with the finding and writes no program; findings about spelling have none. */
export const READER_ADVICE: { readonly [code in FindingCode]?: string } = {
  "malformed-escape": "Compare the text with its source: a part may be lost, or the % is only a percent sign.",
  "truncated-escape": "Copy the text again: its end is missing.",
  "invalid-utf8": "Try the encodings that are offered: the text may come from an old page or program.",
  "overlong-utf8": ATTACK,
  "encoded-surrogate": BROKEN_CHARACTER,
  "code-point-out-of-range": BROKEN_CHARACTER,
  "lone-surrogate": BROKEN_CHARACTER,
  "percent-u": "Use the button that writes it in UTF-8: most programs do not read this old form.",
  "percent-u-ascii": ATTACK,
  "encoded-slash": ONE_NAME,
  "encoded-backslash": ONE_NAME,
  "raw-backslash": "Read the backslash as a slash, as browsers do, and check which site and page the link names then.",
  "encoded-dot-segment": OUT_OF_FOLDER,
  traversal: OUT_OF_FOLDER,
  nul: ATTACK,
  crlf: ATTACK,
  "control-character":
    "Do not paste it into a terminal, and compare the text with its source: no keyboard types this character.",
  "semicolon-separator": "Read the query both ways: some sites see two values at the semicolon, and others one.",
  "multiple-encoding":
    "A link inside a link is written so. Any other text is meant to be read after its last decoding.",
  "hidden-delimiter": "Read the text after each decoding: it may be another link than the one that you see.",
  "budget-exceeded": ATTACK,
  "bidi-control": "Do not trust the order that you see: read the text with its signs, or remove the character.",
  "invisible-character": "Remove the character, or compare the text with the one that you expect.",
  "look-alike": "Find the first real / after //: the host ends there, however the rest looks.",
  "look-alike-host": LOOK_ALIKE,
  "mixed-script-host": LOOK_ALIKE,
  "restricted-host-character": "If you use the site, type its address yourself.",
  "replacement-character": "Get the text again from its source: characters are lost.",
  credentials: "Read what is after the @: that is the site. Do not send a link that contains a password.",
  "host-like-user": "Do not open it: the site is after the @, and the name before it misleads.",
  "host-ambiguous": "Do not open it: browsers and other programs go to different sites.",
  "invalid-host": REFUSED,
  "invalid-port": REFUSED,
  "script-url": "Do not open it, and do not paste it into an address bar: it can act in your name.",
  "scheme-relative": "Read its host: on a web page it leads to another site.",
  "non-public-host": "Do not open it if it comes from someone else: it leads to this machine or into your own network.",
  "nested-url": "Read the URL inside too: you may be sent on to it.",
  "html-reference": "Use the button that decodes it, and read the result.",
  "javascript-escape": "Use the button that decodes it, and read the result.",
  "legacy-charset": "Use the encoding in which the text reads well.",
  mojibake: "Use the text that is offered, if it reads well.",
};

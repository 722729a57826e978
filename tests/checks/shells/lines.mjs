// Command lines whose evaluation would leave a trace: `touch X` creates a file, and a redirection overwrites `keep`.

/** TAB is pressed at the end of each line. */
const COMMON = [
  "percodec decode $(touch X) --", 'percodec decode "$(touch X)" --', "percodec decode '$(touch X)' --", "percodec decode a > keep --",
  "percodec decode a >> keep --", "percodec decode a > ", "percodec decode a < keep --", "percodec decode 'a;touch X' --",
  "percodec decode a\\;touch\\ X --", "percodec decode 'a|touch X' --", "percodec decode 'a&touch X' --", 'percodec decode "it\'s $(touch X)" --',
  "percodec decode 'a\" $(touch X) \"b' --", 'percodec decode a\\"\\$\\(touch\\ X\\) --', "percodec decode '$(touch X) --",
  'percodec decode "$(touch X) --', "percodec decode 'a\\'$(touch X) --", "percodec decode '*' --", "percodec decode * --",
  "percodec encode --set '$(touch X)' --", "percodec encode --set=$(touch X) --", "percodec encode --set '$(touch X)",
  "percodec encode --malformed '`touch X`", "percodec encode -o '$(touch X)", "percodec encode -o 'a;tou", "percodec encode --output='$(tou",
  "percodec '$(touch X)", "percodec '$(touch X)' --", "percodec form '$(touch X)' --", "percodec decode '--$(touch X)",
  "percodec decode a | percodec encode '$(touch X)' --", "percodec decode a; percodec encode '$(touch X)' --", "percodec decode -- '$(touch X)' --",
]; // prettier-ignore
const BACKTICKS = [
  "percodec decode `touch X` --",
  'percodec decode "`touch X`" --',
  "percodec decode '`touch X`' --",
  "percodec decode ${Y:=$(touch X)} --",
  "percodec decode <(touch X) --",
  "percodec decode $'a\\n$(touch X)\\n`touch X`' --",
  // A line feed, quoted for the line editor.
  "percodec decode 'a\x16\n$(touch X)\x16\n' --",
  'percodec decode "a\x16\ntouch X\x16\n" --',
];

export const HOSTILE = { bash: [...COMMON, ...BACKTICKS], zsh: [...COMMON, ...BACKTICKS], fish: COMMON };

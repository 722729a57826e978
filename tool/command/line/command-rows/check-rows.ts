import type { Command } from "../flags.ts";

/** The commands that say what an input is, and whether it is valid and safe. */
export const CHECK_COMMANDS = {
  read: {
    operands: "[TEXT...]",
    summary: "say what a text is and where it leads, with its parts, values and findings; percodec TEXT does the same",
    examples: [
      [
        "percodec 'caf%C3%A9'",
        'A text that was encoded once: "café".\nRead as encoded text, because: escapes, such as %C3.\nAlso possible: --as text.\n\nParts\nPART  FORM     TEXT\ntext  written  caf%C3%A9\ntext  decoded  café\n\nFindings\nNothing was found.\n\n',
      ],
      [
        "percodec read '/redirect/https://evil.example/'",
        "A path, but a URL inside may lead to evil.example.\nRead as URL, because: a path.\nAlso possible: --as text.\n\nURLs inside\nDEPTH  FOUND IN  OWNER         URL\n1      the path  evil.example  https://evil.example/\n\nParts\nPART  FORM     TEXT\npath  written  /redirect/https://evil.example/\n\nFindings\nNothing was found.\n\n",
      ],
    ],
  },
  check: {
    operands: "[URI...]",
    summary: "check whether a text is a valid URI or relative reference, without trimming it; exit 1 if it is not",
    examples: [
      ["percodec check 'http://e.com/a%20b'", "a valid URI\n"],
      [
        "percodec check '/a b%2'",
        'not a valid relative reference\nINDEX  LENGTH  CODE               TEXT  MESSAGE\n2      1       illegal-character        A path does not contain " "; write an escape.\n4      2       truncated-escape   %2    The text ends inside an escape.\n\n',
        1,
      ],
      [
        "percodec check --grammar whatwg 'https://u@e.com/'",
        "not a valid URL, but browsers accept it\nINDEX  LENGTH  CODE                 TEXT  MESSAGE\n8      2       invalid-credentials  u@    A valid URL has no user name and no password.\n\n",
        1,
      ],
    ],
  },
  inspect: {
    operands: "[TEXT...]",
    summary: "list what is malformed, hidden, ambiguous or misleading in a text or URI",
    examples: [
      [
        "percodec inspect '/caf%C3%A9/100%'",
        'SEVERITY  COMPONENT  INDEX  LENGTH  CODE              TEXT  MESSAGE\nwarning   path       14     1       truncated-escape  %     The text ends inside an escape.\nRemedy for truncated-escape: get the whole text, or percentDecode with malformed: "keep".\n',
      ],
      [
        "percodec inspect '/redirect/https://evil.example/'",
        "No finding, but a URL inside.\nInside, in the path: https://evil.example/\n",
      ],
      [
        "percodec inspect --severity danger '/%41%00'",
        "SEVERITY  COMPONENT  INDEX  LENGTH  CODE  TEXT  MESSAGE\ndanger    path       4      3       nul   %00   A NUL ends the text for programs written in C.\nRemedy for nul: decodePath of percodec/guard, which throws.\n",
      ],
      [
        "printf '/a%%2Fb\\n/ok\\n/%%zz%%2F\\n' | percodec inspect --summary",
        "3 texts, 2 with findings\nSEVERITY  FINDINGS  TEXTS  CODE              FIRST\nwarning   2         2      encoded-slash     standard input: record 1 (byte 0), path, at 2\nwarning   1         1      malformed-escape  standard input: record 3 (byte 11), path, at 1\n\n",
      ],
    ],
  },
} as const satisfies Readonly<Record<string, Command>>;

// Why each path of the library and the command exists: data for docs/speed.md. A new path is a new row; its figures are
// taken from the filed runs, by the names of definitions.mjs.

export const PATHS = [
  {
    path: "nothing encoded: the same string back",
    file: "src/codec/decode.ts",
    why: "Most texts hold no escape. One search for `%` decides it, by the engine's own vector code, and nothing is made.",
    shown: [
      ["decode clean 40", "native"],
      ["decode clean 10k", "native"],
    ],
  },
  {
    path: "nothing to encode: the same string back",
    file: "src/codec/encode.ts",
    why: "The text is looked through up to the first character of the set; a rope or a copy of what is already right costs more than looking.",
    shown: [
      ["encode clean 40, component", "native"],
      ["encode clean 10k, component", "native"],
    ],
  },
  {
    path: "text by blocks of 16,384 units through bytes",
    file: "src/codec/encode.ts, src/codec/decode.ts",
    why: "The scratch memory stays bounded whatever the input, and one loop over bytes serves texts, bytes and streams.",
    shown: [
      ["encode dense 10k, component", "native"],
      ["decode dense 10k", "native"],
    ],
  },
  {
    path: "clean stretches by a kernel, doubts one at a time",
    file: "src/kernel/types.ts",
    why: "A kernel decides nothing, so it can be fast; the scalar code owns every fault and its place.",
    shown: [
      ["decode log lines, 256 kB", "whatwg-url"],
      ["encode typical, 256 kB", "native through text"],
    ],
  },
  {
    path: "text of some length through the SIMD kernel",
    file: "wasm/kernel.ts, src/kernel/text-io.ts",
    why: "16 bytes a step; written into its memory and read out by the fastest way that the host has (decision 007).",
    shown: [
      ["encode typical 200, component", "native"],
      ["decode typical 10k", "native"],
    ],
  },
  {
    path: "a form is cut before it is decoded",
    file: "src/form/scan.ts",
    why: "An escaped `&` is data, and limits hold unit by unit, before anything is decoded.",
    shown: [
      ["parse to pairs: API, 10 keys", "URLSearchParams"],
      ["parse to pairs: 10k pairs", "URLSearchParams"],
    ],
  },
  {
    path: "blocks that hold escapes, 32 bytes without a branch",
    file: "wasm/kernel.ts",
    why: "Whether the next 16 bytes hold a `%` is not to be foreseen in URLs; what was spared by looking cost more in wrong guesses.",
    shown: [["decode log lines, in the kernel's memory", "scalar"]],
  },
  {
    path: "files read into the kernel's memory and written from it",
    file: "cli/codec-buffers.ts",
    why: "Nothing is copied in or out; the records of a block are counted by the kernel too, for the number in a message.",
    shown: [
      ["decode 64 MB", "c"],
      ["encode 64 MB", "c"],
    ],
  },
  {
    path: "files by synchronous reads and writes over reused buffers",
    file: "cli/transcode.ts",
    why: "`process.stdout` and streams cost more than the decoding of what goes through them.",
    shown: [
      ["decode 64 MB", "node"],
      ["encode 64 MB", "node"],
    ],
  },
  {
    path: "one small entry, the rest loaded when asked for",
    file: "cli/main.ts",
    why: "What is not loaded does not have to start: a short call is the start of Node and little more.",
    shown: [["percodec decode abc", "node -e 0"]],
  },
];

// Why each code path of the library and the command exists, for docs/speed.md. The figures are read from the saved runs, by
// the names in definitions.mjs.

export const PATHS = [
  {
    path: "nothing to decode: returns the same string",
    file: "library/src/codec/decode.ts",
    why: "Most texts contain no escape. The engine's vectorized search for `%` detects that, and nothing is allocated.",
    shown: [["decode clean 40", "native"], ["decode clean 10k", "native"]],
  },
  {
    path: "nothing to encode: returns the same string",
    file: "library/src/codec/encode.ts",
    why: "The text is scanned up to the first character of the set; building a rope or copying an unchanged text costs more than the scan.",
    shown: [["encode clean 40, component", "native"], ["encode clean 10k, component", "native"]],
  },
  {
    path: "text in blocks of 16,384 units, as bytes",
    file: "library/src/codec/encode.ts, library/src/codec/decode.ts",
    why: "The scratch memory is bounded for every input, and texts, bytes and streams share one loop over bytes.",
    shown: [["encode dense 10k, component", "native"], ["decode dense 10k", "native"]],
  },
  {
    path: "parts without faults by a kernel, faults by the scalar code",
    file: "library/src/kernel/types.ts",
    why: "A kernel applies no policy, so it can be fast; only the scalar code reports faults and their places.",
    shown: [["decode log lines, 256 kB", "whatwg-url"], ["encode typical, 256 kB", "native through text"]],
  },
  {
    path: "longer text through the SIMD kernel",
    file: "wasm/kernel.ts, library/src/kernel/text-io.ts",
    why: "It processes 16 bytes per step. Text is copied into and out of its memory by the host's fastest function.",
    shown: [["encode typical 200, component", "native"], ["decode typical 10k", "native"]],
  },
  {
    path: "a form is split before it is decoded",
    file: "library/src/form/scan.ts",
    why: "An escaped `&` is data, and limits are checked before anything is decoded.",
    shown: [["parse to pairs: API, 10 keys", "URLSearchParams"], ["parse to pairs: 10k pairs", "URLSearchParams"]],
  },
  {
    path: "blocks with escapes: 32 bytes without a branch",
    file: "wasm/kernel.ts",
    why: "Whether the next 16 bytes of a URL contain a `%` is unpredictable: mispredicted branches cost more than they saved.",
    shown: [["decode log lines, in the kernel's memory", "scalar"]],
  },
  {
    path: "files are read into the kernel's memory and written from it",
    file: "tool/command/run/bytes.ts",
    why: "Nothing is copied. The kernel also counts the records of a block, for the record number in error messages.",
    shown: [["decode 64 MB", "c"], ["encode 64 MB", "c"]],
  },
  {
    path: "synchronous reads and writes with reused buffers",
    file: "tool/command/run/runner.ts",
    why: "`process.stdout` and streams cost more than decoding the data.",
    shown: [["decode 64 MB", "node"], ["encode 64 MB", "node"]],
  },
  {
    path: "one small entry, other chunks loaded on demand",
    file: "tool/command/main.ts",
    why: "Code that is not loaded takes no time: a short call takes little more than the start of Node.",
    shown: [["percodec decode abc", "node -e 0"]],
  },
]; // prettier-ignore

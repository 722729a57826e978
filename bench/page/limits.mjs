// The known limits of workloads with missed bars, for docs/speed.md. `of` matches the names in definitions.mjs.

export const LIMITS = [
  {
    of: /^encode typical .*, component: /,
    limit:
      "The set of RFC 3986 also encodes `!'()*`, so the text is searched for them before or after the native call. A search costs a fifth to two fifths of the native call.",
  },
  {
    of: /: (?:light|kernel)$/,
    limit:
      "Besides the native call there are the check of the arguments and the choice of the strategy: 20 to 60 ns for each text. Decoding through TextEncoder, the kernel and TextDecoder is faster in Chromium and Firefox and slower in WebKitGTK, so the native function decodes everywhere without a Buffer.",
  },
  {
    of: /^encode .* (40|200), /,
    limit:
      "Copying 200 units into the kernel's memory and the result out of it takes about 90 ns of 260. The `encodeURIComponent` of Node 24 is a third faster than that of Node 20.",
  },
  {
    of: /^decode dense 40/,
    limit: "The same copying: 40 Cyrillic characters are 240 units of escapes.",
  },
  {
    of: /^decode clean/,
    limit: "Both search for `%` once; percodec also reads its options.",
  },
  {
    of: /^parse to an object/,
    limit:
      "Both spend most of the time on setting properties whose names the engine has not interned yet. percodec parses to pairs with their places first, because an object loses the order and the duplicates. Caching interned names and an empty, frozen prototype improved the ratio from 0.69 to 0.74 for three pairs.",
  },
  {
    of: /^build/,
    limit: "Both read 20,000 small strings from different places of the heap.",
  },
  {
    of: /[{]/,
    limit:
      "A third of a compiled match is the result, an object without prototype; the rest is the one pass over the URI. The earlier version read the parsed template from a cache.",
  },
  {
    of: /in the kernel's memory$/,
    limit: "The scalar path, which is the competitor here, is now faster than when the bar was set.",
  },
  {
    of: /^(de|en)code 64 MB/,
    limit:
      "Node starts in 24 ms, the command in 7 more, and 64 MB take about 25 ms; at 512 MB the command is faster than the C program. Compiling the kernel with the optimizing tier at once (`--no-liftoff`) is 8 ms slower.",
  },
];

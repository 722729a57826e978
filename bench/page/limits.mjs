// The known limits of workloads with missed bars, for docs/speed.md. `of` matches the names in definitions.mjs.

export const LIMITS = [
  {
    of: /^percentDecode\(text, /,
    limit: "Reading and checking the options, which finds a misspelt one, takes 90 of 240 ns, and the native call 130 (Node 20).",
  },
  {
    of: /^percentDecode\(url, /,
    limit: "The `%` of each escape that stays was encoded before the native call by one search that called a function for each escape. Since then a pattern of the set finds only these escapes.",
  },
  {
    of: /^(?:editUri|normalizeUri|isSameOriginPath|cleanUri)\(/,
    limit: "The `URL` of Node 24 and 26 takes two thirds of the time of that in Node 20, and that of Bun a third.",
  },
  {
    of: /^parseForm\(/,
    limit: "Hosts without a Buffer copy a text into the kernel's memory more slowly, and a bundle for browsers has the kernel only after `enableWasm`.",
  },
  {
    of: /^(?:uri`|compileTemplate\(|decodePath\(|percent(?:En|De)code\(value\))/,
    limit: "The native functions of Firefox, the encoder of Deno and the decoder of Bun take 48 to 103 ns for these values. The check of the arguments and the searches for `!'()*` and unsafe segments take as long.",
  },
  {
    of: /^encode typical .*, component: /,
    limit: "The set of RFC 3986 also encodes `!'()*`, so the text is searched for them before or after the native call. A search costs a fifth to two fifths of the native call.",
  },
  {
    of: /: (?:light|kernel)$/,
    limit: "Besides the native call there are the check of the arguments and the choice of the strategy: 20 to 60 ns for each text. Decoding through TextEncoder, the kernel and TextDecoder is faster in Chromium and Firefox and slower in WebKitGTK, so the native function decodes everywhere without a Buffer.",
  },
  {
    of: /^encode .* 200, /,
    limit: "Copying 200 units into the kernel's memory and the result out of it takes about 90 ns of 260. The `encodeURIComponent` of Node 24 is a third faster than that of Node 20.",
  },
  {
    of: /^encode clean 40, /,
    limit: "Nine tenths of the time is one search with a regular expression for a character to encode: 121 of 134 ns (Node 20). A loop over the units takes 174 ns.",
  },
  {
    of: /^encode typical 40, /,
    limit: "The search for `!'()*` and the native call take 802 of 883 ns (Node 20), so no wrapper of the native function has a ratio above 0.83. With the kernel from 36 units on the ratio is 0.9 to 1.6 in Node 20 and 24, 0.6 to 0.7 in Node 26 and 0.5 to 0.6 in Bun. Bun has the same Buffer as Node, and no host is recognized by its name, so texts up to 60 units stay with the platform.",
  },
  {
    of: /^encode dense 40, /,
    limit: "Copying 40 units into the kernel's memory as UTF-16 and 230 units out of it takes half of the time: 282 of 581 ns (Node 20).",
  },
  {
    of: /^decode dense 40/,
    limit: "The same copying: 40 Cyrillic characters are 230 units of escapes. Copying them in and 40 units out takes 389 of 987 ns (Node 20).",
  },
  { of: /^decode clean/, limit: "Both search for `%` once; percodec also reads its options." },
  {
    of: /^parse to an object/,
    limit: "Both spend most of the time on setting properties whose names the engine has not interned yet. percodec parses to pairs with their places first, because an object loses the order and the duplicates. Caching interned names and an empty, frozen prototype improved the ratio from 0.69 to 0.74 for three pairs. For these, parsing takes 349 ns, and cutting six parts and setting three properties takes 425 ns without any check; fast-querystring takes 632 ns for both (Node 20).",
  },
  {
    of: /^build/,
    limit: "Both read many small strings from different places of the heap: 20,000 for 10k pairs. For 10 pairs, writing 20 strings into the kernel's memory and reading the result takes all the time but the noise: 2.3 µs, a ratio of 2.25 (Node 20).",
  },
  { of: /in the kernel's memory$/, limit: "The scalar path, which is the competitor here, is now faster than when the bar was set." },
  {
    of: /^(de|en)code 64 MB/,
    limit: "Node starts in 24 ms, the command in 7 more, and 64 MB take about 25 ms; at 512 MB the command is faster than the C program. Compiling the kernel with the optimizing tier at once (`--no-liftoff`) is 8 ms slower.",
  },
]; // prettier-ignore

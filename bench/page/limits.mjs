// What limits the workloads whose bars are missed: data for docs/speed.md, by the names of definitions.mjs and of bench/cli.

export const LIMITS = [
  {
    of: /^encode .* (40|200), /,
    limit:
      "Writing 200 units into the kernel's memory and reading the result out of it takes about 90 ns of 260. The `encodeURIComponent` of Node 24 is a third faster than that of Node 20.",
  },
  {
    of: /^decode dense 40/,
    limit: "The same way in and out of the memory: 40 characters of Cyrillic are 240 units of escapes.",
  },
  {
    of: /^decode clean/,
    limit: "Both ask one search for `%`; what differs is the reading of the options.",
  },
  {
    of: /^parse to an object/,
    limit:
      "Setting a property by a name that the engine does not know yet is most of it, and both do that. Pairs with their places come first here, since an object alone would lose the order and the duplicates. Keeping names that were keys before, and an empty, frozen prototype, helped: 0.69 to 0.74 for three pairs.",
  },
  {
    of: /^build/,
    limit: "20,000 small strings are read from as many places of the heap, by both.",
  },
  {
    of: /in the kernel's memory$/,
    limit: "The scalar path, which is the other side of the ratio, is faster than the one that the bar was set by.",
  },
  {
    of: /^(de|en)code 64 MB/,
    limit:
      "Node needs 24 ms before the first byte, the command 7 more, and 64 MB about 25: at 512 MB the same command is faster than the C. Compiling the kernel at once instead of in two tiers (`--no-liftoff`) is 8 ms slower.",
  },
];

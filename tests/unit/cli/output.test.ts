import { spawn, spawnSync } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CLI, done, failed, percodec, shell, type Surroundings, temporaryFolder } from "../../support/command.ts";

const folder = temporaryFolder();
/** Tests that need Linux: /proc, and descriptors as files. */
const linux = test.runIf(process.platform === "linux");
const leftovers = () => readdirSync(folder).filter((name) => name.startsWith(".percodec"));

/** Starts a process that writes to a file, and waits until its temporary file is there. */
async function startWriting(name: string, start = "") {
  const child = spawn(process.execPath, [CLI, "encode", "-o", name], { cwd: folder });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.stdin.write(start);
  while (leftovers().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return { child, ended };
}

describe("--output writes the whole file or none", () => {
  test.each([
    ["a new file has the result", "-o new a%20b", "", 0, "a b\n"],
    ["bad data leaves the old file as it was", "-o old", "a%20b%zz", 1, "old"],
    ["--keep-going finishes the file and still exits 1", "-lko kept", "%41\n%zz\n", 1, "A\n%zz\n"],
  ])("%s, and nothing else is left", async (_, words, input, status, content) => {
    const name = words.split(" ")[1]!;
    if (name !== "new") writeFileSync(`${folder}/${name}`, "old");
    expect((await percodec(["decode", ...words.split(" ")], input, { cwd: folder })).status).toBe(status);
    expect(readFileSync(`${folder}/${name}`, "utf8")).toBe(content);
    expect(leftovers()).toEqual([]);
  });

  test("a new file has the mode of the umask, an old one keeps its mode without setuid, setgid and sticky", async () => {
    shell("umask 027; percodec encode -o fresh a", folder);
    expect(statSync(`${folder}/fresh`).mode & 0o7777).toBe(0o640);
    for (const [before, after] of [
      [0o4777, 0o777],
      [0o2755, 0o755],
      [0o1640, 0o640],
      [0o400, 0o400],
    ] as const) {
      writeFileSync(`${folder}/special`, "");
      chmodSync(`${folder}/special`, before);
      expect(await percodec(["encode", "-o", "special", "a"], "", { cwd: folder })).toEqual(done());
      expect(statSync(`${folder}/special`).mode & 0o7777).toBe(after);
      rmSync(`${folder}/special`);
    }
  });

  linux("only the owner can read the temporary file, and a change of mode during the run is kept", async () => {
    writeFileSync(`${folder}/private`, "old");
    chmodSync(`${folder}/private`, 0o666);
    const { child, ended } = await startWriting("private");
    expect(leftovers().map((name) => statSync(`${folder}/${name}`).mode & 0o7777)).toEqual([0o600]);
    chmodSync(`${folder}/private`, 0o604);
    child.stdin.end("a");
    await ended;
    expect(statSync(`${folder}/private`).mode & 0o7777).toBe(0o604);
  });

  linux("descriptors are written directly from their current position, also through links", () => {
    symlinkSync("/dev/stdout", `${folder}/to-stdout`);
    symlinkSync("to-stdout", `${folder}/to-link`);
    symlinkSync("/proc/self/fd", `${folder}/descriptors`);
    const names = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1", "to-link", "descriptors/1", "-"]; // prettier-ignore
    for (const name of names) {
      shell(`{ echo a; percodec encode z -o ${name}; echo b; } > written`, folder);
      expect(readFileSync(`${folder}/written`, "utf8"), name).toBe("a\nz\nb\n");
    }
    for (const [name, redirection] of [
      ["/dev/stderr", "2>> written"],
      ["/dev/fd/7", "7>> written"],
    ] as const) {
      shell(`echo a > written; percodec encode z -o ${name} ${redirection}; echo b >> written`, folder);
      expect(readFileSync(`${folder}/written`, "utf8"), name).toBe("a\nz\nb\n");
    }
    expect(shell("percodec encode z -o >(cat); wait $!", folder).stdout).toBe("z\n");
    // A file without a name.
    expect(
      shell("exec 7<> gone; rm gone; percodec encode z -o /dev/fd/7; cat /dev/fd/7; ls gone", folder),
    ).toMatchObject({ stdout: "z\n", status: 2 });
    expect(leftovers()).toEqual([]);
  });

  linux("a descriptor of another process is written directly, unless it is a regular file", () => {
    expect(shell("exec 8> other; percodec encode z -o /proc/$$/fd/8", folder).stderr).toMatch(
      /: is a descriptor of another process: name its file/,
    );
    expect(readFileSync(`${folder}/other`, "utf8")).toBe("");
    expect(shell("(exec 8>&1; percodec encode z -o /proc/$BASHPID/fd/8) | cat")).toEqual(done("z\n"));
  });

  test("a file that would grow while it is read is refused: the input is the output", async () => {
    writeFileSync(`${folder}/grows`, "a b\n");
    const refused = (name: string) => failed(`percodec: ${name}: the input is also the output\n`, 3);
    const grows = [`${folder}/grows`, "a"] as const;
    const { status, stderr } = await percodec(["encode", "-f", "grows"], "", { cwd: folder, stdout: grows });
    expect({ stdout: "", stderr, status }).toEqual(refused("grows"));
    expect(shell("percodec normalize < grows >> grows", folder)).toEqual(refused("standard input"));
    expect(shell("percodec records -f grows -o /dev/fd/5 5>> grows", folder)).toEqual(refused("grows"));
    expect(readFileSync(`${folder}/grows`, "utf8")).toBe("a b\n");
  });

  test("a name that ends with a slash is refused", async () => {
    for (const name of ["none/", "dir-or-none/..", ""])
      expect(await percodec(["encode", "a", "-o", name], "", { cwd: folder })).toMatchObject({ status: 3 });
    expect(leftovers()).toEqual([]);
  });

  test("a link to a missing file creates it", async () => {
    symlinkSync("made", `${folder}/dangling`);
    expect((await percodec(["encode", "-o", "dangling", "a b"], "", { cwd: folder })).status).toBe(0);
    expect(lstatSync(`${folder}/dangling`).isSymbolicLink()).toBe(true);
    expect(readFileSync(`${folder}/made`, "utf8")).toBe("a%20b\n");
  });

  test("a failure in the middle of sets, completions and records is an output failure that leaves nothing", async () => {
    const { status } = shell("mkdir limited; (ulimit -f 1; trap '' XFSZ; percodec sets --json -o limited/x)", folder);
    expect([status, readdirSync(`${folder}/limited`)]).toEqual([3, []]);
    for (const words of ["complete bash", "records"])
      expect((await percodec(words.split(" "), "%41\n", { stdout: ["/dev/full", "w"] })).status).toBe(3);
  });

  linux(
    "temporaries of ended processes are removed, those of running ones and of other process tables are not",
    async () => {
      const { child, ended } = await startWriting("waiting");
      const [alive] = leftovers() as [string];
      const [, table, start] = /^\.percodec-([0-9a-f]{16})-(?:\d+)-(\d+)-[0-9a-f]{8}\.tmp$/.exec(alive)!;
      const dead = spawnSync("true").pid;
      const abandoned = [
        `.percodec-${table}-${dead}-${start}-00000000.tmp`,
        // The process number is in use again.
        `.percodec-${table}-${child.pid}-1-00000000.tmp`,
      ];
      const kept = [
        alive,
        // In that process table the number means another process, which may run.
        `.percodec-${"0".repeat(16)}-${dead}-${start}-00000000.tmp`,
        // Written on a system that does not expose processes.
        ".percodec-00000000.tmp",
      ];
      for (const name of [...abandoned, ...kept]) writeFileSync(`${folder}/${name}`, "", { flag: "a" });
      expect((await percodec(["encode", "-o", "reaper", "a"], "", { cwd: folder })).status).toBe(0);
      expect(leftovers().sort()).toEqual(kept.sort());
      child.stdin.end("a b");
      expect(await ended).toBe(0);
      expect(readFileSync(`${folder}/waiting`, "utf8")).toBe("a%20b");
      for (const name of leftovers()) rmSync(`${folder}/${name}`);
    },
  );

  test("killed in the middle: the old file, and the next run leaves no temporary", async () => {
    writeFileSync(`${folder}/killed`, "old");
    const { child, ended } = await startWriting("killed", "a b");
    child.kill("SIGKILL");
    await ended;
    expect(readFileSync(`${folder}/killed`, "utf8")).toBe("old");
    expect((await percodec(["encode", "-o", "killed", "a b"], "", { cwd: folder })).status).toBe(0);
    expect(readFileSync(`${folder}/killed`, "utf8")).toBe("a%20b\n");
    expect(leftovers()).toEqual([]);
  });
});

test("a reader that closes the pipe ends the command quietly with 141", () => {
  for (const words of ["decode --lines", "records"]) {
    const { stdout, stderr } = shell(`yes 'a%20b' | percodec ${words} | head -n 2; echo \${PIPESTATUS[1]}`);
    expect([stdout, stderr]).toEqual(["a b\na b\n141\n", ""]);
  }
  // The reader closes the pipe before the command starts.
  const help = shell("exec 3> >(exec true); sleep 0.2; percodec --help >&3; echo $?");
  expect([help.stdout, help.stderr]).toEqual(["141\n", ""]);
});

describe("a terminal", () => {
  /** Runs the command with standard output on a terminal, and returns the output. */
  const showOnTerminal = async (args: readonly string[], variables: Record<string, string> = {}) =>
    (await percodec(args, "", { terminals: ["stdin", "stdout"], variables })).stdout;
  // script(1) of util-linux runs the command on a terminal; other systems have another script, or none.
  const onTerminal = (line: string, before = ""): string => {
    const command = `${before}${process.execPath} ${CLI} ${line}`;
    const { stdout, error } = spawnSync("script", ["-qec", command, "/dev/null"], {
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "", TERM: "xterm" },
    });
    if (error) throw error;
    return stdout.replaceAll("\r\n", "\n");
  };
  const controls = "%1b]0;x%07%c2%9b31m%E2%80%AE%E2%80%8B%09%0d%00%7f%F3%A0%81%81é✓";
  const escaped = "\\u{1B}]0;x\\u{7}\\u{9B}31m\\u{202E}\\u{200B}\\u{9}\\u{D}\\u{0}\\u{7F}\\u{E0041}é✓\n";

  test("receives no control character except LF, and no invisible character", async () => {
    expect(await showOnTerminal(["decode", controls])).toBe(escaped);
  });

  linux("is recognized by a process, also as the file of --output", () => {
    expect(onTerminal(`decode '${controls}'`)).toBe(escaped);
    for (const name of ["/dev/tty", "/dev/stdout"]) {
      expect(onTerminal(`decode '%1b]0;x%07%c2%9b31m' -o ${name}`)).toBe("\\u{1B}]0;x\\u{7}\\u{9B}31m\n");
    }
  });

  test("receives no blank except U+0020 from any command", async () => {
    const blanks = "a%C2%A0%E2%A0%80%E3%80%80%E3%85%A4%EF%BF%BC%20b";
    const expected = "a\\u{A0}\\u{2800}\\u{3000}\\u{3164}\\u{FFFC} b";
    expect(await showOnTerminal(["decode", blanks])).toBe(`${expected}\n`);
    for (const args of [
      ["form", "parse", `q=${blanks}`],
      ["decode", "--explain", blanks],
      ["inspect", decodeURIComponent(blanks)],
    ]) {
      const shown = await showOnTerminal(args);
      expect(shown).toContain("\\u{2800}");
      expect(shown).not.toMatch(/[\xa0\u2800\u3000\u3164\ufffc]/);
    }
  });

  test("shows bytes that are not UTF-8 as U+FFFD, and characters across two blocks", async () => {
    writeFileSync(`${folder}/cut`, `${"a".repeat(262_143)}é%FF`);
    expect(await showOnTerminal(["decode", "-f", `${folder}/cut`])).toBe(`${"a".repeat(262_143)}é\ufffd`);
  });

  test("gets a table in colour, unless NO_COLOR is set, and a pipe gets none", async () => {
    const args = ["inspect", "/%00\u202e"];
    const plain = (await percodec(args)).stdout;
    const shown = await showOnTerminal(args, { TERM: "xterm", NO_COLOR: "" });
    expect(shown).toContain("\x1b[1;31mdanger\x1b[0m");
    expect(shown.replaceAll(/\x1b\[[\d;]+m/g, "")).toBe(plain);
    expect(plain).not.toContain("\x1b");
    expect(await showOnTerminal(args, { TERM: "xterm", NO_COLOR: "1" })).toBe(plain);
    expect(await showOnTerminal(args, { TERM: "dumb" })).toBe(plain);
  });

  test("on stderr receives a hint if the final line end was encoded", async () => {
    const hint = "percodec: the final line end was encoded; --lines encodes each line\n";
    const run = async (
      args: readonly string[],
      input = "a b\n",
      terminals: Surroundings["terminals"] = ["stdout", "stderr"],
    ) => {
      const { stdout, stderr } = await percodec(args, input, { terminals });
      return [stdout, stderr];
    };
    expect(await run(["encode"])).toEqual(["a%20b%0A", hint]);
    expect(await run(["encode", "-f", "-"], "a\r\n", ["stderr"])).toEqual(["a%0D%0A", hint]);
    expect(await run(["encode"], "")).toEqual(["", ""]);
    expect(await run(["encode"], "a b")).toEqual(["a%20b", ""]);
    expect(await run(["encode", "--lines"])).toEqual(["a%20b\n", ""]);
    expect(await run(["encode", "--keep", "\n"])).toEqual(["a%20b\n", ""]);
    expect(await run(["decode"])).toEqual(["a b\n", ""]);
    expect(await run(["encode"], "a b\n", [])).toEqual(["a%20b%0A", ""]);
  });

  linux("on stderr of a process receives the hint too", () => {
    expect(onTerminal("encode", "printf 'a b\\n' | ")).toMatch(/^a%20b%0Apercodec: the final line end was encoded/);
  });

  test("on stdin without TEXT leads to the help and exit 2", async () => {
    const { stdout, stderr, status } = await percodec(["decode"], "%41", { terminals: ["stdin"] });
    expect([stdout, status]).toEqual(["", 2]);
    expect(stderr).toMatch(/^Usage: percodec decode/);
  });

  linux("on stdin of a process does so too", () => {
    expect(onTerminal("decode; echo $?")).toMatch(/^Usage: percodec decode[^]*\n2\n$/);
  });

  for (const words of ["decode", "inspect --summary", "normalize", "form parse --lines", "records"]) {
    linux(`shows the bar of --progress while ${words} reads a file`, () => {
      writeFileSync(`${folder}/lines`, "a=b\n".repeat(50_000));
      expect(onTerminal(`${words} --progress -f ${folder}/lines -o ${folder}/out`)).toContain("of 0.2 MB");
      expect(statSync(`${folder}/out`).size).toBeGreaterThan(0);
    });
  }
});

linux(
  "a failure without a file name is one line and exit 3: too little memory, a chunk of the command that cannot be read",
  () => {
    // At different limits, different allocations fail, each with its own message.
    for (const limit of [1_000_000, 1_200_000]) {
      const limited = shell(
        `ulimit -v ${limit}; head -c 130000000 /dev/zero | percodec decode --lines --max-record 128M | wc -c; echo \${PIPESTATUS[1]}`,
      );
      expect(limited.stdout).toBe("0\n3\n");
      expect(limited.stderr).toMatch(/^percodec: not enough memory: .*\n$/);
    }
    writeFileSync(
      `${folder}/no-parts.cjs`,
      `const fs = require("node:fs"); const { readFileSync } = fs;
     fs.readFileSync = (path, ...rest) => readFileSync(/help/.test(path) ? "/proc/self/mem" : path, ...rest);`,
    );
    const { stdout, stderr, status } = shell(`NODE_OPTIONS="--require ${folder}/no-parts.cjs" percodec --help`);
    expect([stdout, status]).toEqual(["", 3]);
    expect(stderr).toMatch(/^percodec: .*: i\/o error\n$/);
  },
);

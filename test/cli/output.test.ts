import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { CLI, percodec, shell, temporaryFolder } from "./run.ts";

const folder = temporaryFolder();
const leftovers = () => readdirSync(folder).filter((name) => name.startsWith(".percodec"));

describe("--output: whole or not at all", () => {
  test("a new file has the result, and nothing else is left", () => {
    expect(percodec(["decode", "-o", "new", "a%20b"], "", folder).status).toBe(0);
    expect(readFileSync(`${folder}/new`, "utf8")).toBe("a b\n");
    expect(leftovers()).toEqual([]);
  });

  test("bad data leaves the old file as it was", () => {
    writeFileSync(`${folder}/old`, "old");
    const { status } = percodec(["decode", "-o", "old"], "a%20b%zz", folder);
    expect(status).toBe(1);
    expect(readFileSync(`${folder}/old`, "utf8")).toBe("old");
    expect(leftovers()).toEqual([]);
  });

  test("--keep-going finishes the file and still exits 1", () => {
    expect(percodec(["decode", "-lko", "kept"], "%41\n%zz\n", folder).status).toBe(1);
    expect(readFileSync(`${folder}/kept`, "utf8")).toBe("A\n%zz\n");
  });

  test("the same file in and out", () => {
    writeFileSync(`${folder}/same`, "a%20b");
    expect(percodec(["decode", "-f", "same", "-o", "same"], "", folder).status).toBe(0);
    expect(readFileSync(`${folder}/same`, "utf8")).toBe("a b");
  });

  test("a symbolic link stays one, and its file keeps its mode", () => {
    writeFileSync(`${folder}/target`, "old");
    chmodSync(`${folder}/target`, 0o640);
    symlinkSync("target", `${folder}/link`);
    expect(percodec(["encode", "-o", "link", "a b"], "", folder).status).toBe(0);
    expect(lstatSync(`${folder}/link`).isSymbolicLink()).toBe(true);
    expect(readFileSync(`${folder}/target`, "utf8")).toBe("a%20b\n");
    expect(statSync(`${folder}/target`).mode & 0o777).toBe(0o640);
  });

  test("a link to a pipe is written through, and a link to nothing yet makes its target", () => {
    symlinkSync("/proc/self/fd/1", `${folder}/stdout`);
    expect(shell("percodec encode -o stdout 'a b' | cat", folder).stdout).toBe("a%20b\n");
    expect(lstatSync(`${folder}/stdout`).isSymbolicLink()).toBe(true);
    symlinkSync("made", `${folder}/dangling`);
    expect(percodec(["encode", "-o", "dangling", "a b"], "", folder).status).toBe(0);
    expect(lstatSync(`${folder}/dangling`).isSymbolicLink()).toBe(true);
    expect(readFileSync(`${folder}/made`, "utf8")).toBe("a%20b\n");
  });

  test("a failure in the middle of sets and completions is an output failure that leaves nothing", () => {
    const { status } = shell("mkdir limited; (ulimit -f 1; trap '' XFSZ; percodec sets --json -o limited/x)", folder);
    expect([status, readdirSync(`${folder}/limited`)]).toEqual([3, []]);
    expect(shell("percodec complete bash > /dev/full").status).toBe(3);
  });

  test("a FIFO is written through", () => {
    execFileSync("mkfifo", [`${folder}/fifo`]);
    const { stdout } = shell("cat fifo & percodec encode -o fifo 'a b'; wait", folder);
    expect(stdout).toBe("a%20b\n");
    expect(lstatSync(`${folder}/fifo`).isFIFO()).toBe(true);
  });

  test("a device that is full, and a folder, are output failures", () => {
    expect(percodec(["encode", "-o", "/dev/full", "a"])).toEqual({
      stdout: "",
      stderr: "percodec: /dev/full: no space left on device\n",
      status: 3,
    });
    mkdirSync(`${folder}/dir`);
    expect(percodec(["encode", "-o", "dir", "a"], "", folder).status).toBe(3);
    expect(shell("percodec encode a > /dev/full")).toMatchObject({ status: 3 });
  });

  test("temporaries of dead processes are reaped, those of living ones and of other machines are not", () => {
    const prefix = `.percodec-${createHash("sha256").update(hostname()).digest("hex").slice(0, 8)}-`;
    const dead = spawnSync("true").pid;
    const names = { dead: `${prefix}${dead}-00000000.tmp`, alive: `${prefix}${process.pid}-00000000.tmp` };
    const foreign = `.percodec-00000000-${dead}-00000000.tmp`;
    for (const name of [names.dead, names.alive, foreign]) writeFileSync(`${folder}/${name}`, "");
    expect(percodec(["encode", "-o", "reaper", "a"], "", folder).status).toBe(0);
    expect(leftovers().sort()).toEqual([foreign, names.alive].sort());
    for (const name of leftovers()) execFileSync("rm", [`${folder}/${name}`]);
  });

  test("a link to nothing yet is followed from where its folder really is", () => {
    mkdirSync(`${folder}/real/deep`, { recursive: true });
    symlinkSync("real/deep", `${folder}/linked`);
    symlinkSync("../made-there", `${folder}/real/deep/link`);
    expect(percodec(["encode", "-o", "linked/link", "a b"], "", folder).status).toBe(0);
    expect(readFileSync(`${folder}/real/made-there`, "utf8")).toBe("a%20b\n");
  });

  test("a folder with the name of a stale temporary is nobody's business", () => {
    const dead = spawnSync("true").pid;
    const hash = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
    mkdirSync(`${folder}/shared/.percodec-${hash}-${dead}-00000000.tmp`, { recursive: true });
    expect(percodec(["encode", "-o", "shared/new", "a"], "", folder)).toMatchObject({ stderr: "", status: 0 });
  });

  test("killed in the middle: the old file, and the next run leaves no temporary", async () => {
    writeFileSync(`${folder}/killed`, "old");
    const child = spawn(process.execPath, [CLI, "encode", "-o", "killed"], { cwd: folder });
    child.stdin.write("a b");
    while (leftovers().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill("SIGKILL");
    await new Promise((resolve) => child.on("exit", resolve));
    expect(readFileSync(`${folder}/killed`, "utf8")).toBe("old");
    expect(percodec(["encode", "-o", "killed", "a b"], "", folder).status).toBe(0);
    expect(readFileSync(`${folder}/killed`, "utf8")).toBe("a%20b\n");
    expect(leftovers()).toEqual([]);
  });
});

describe("a reader that closes the pipe", () => {
  test("ends the command quietly with 141", () => {
    const { stdout, stderr } = shell("yes 'a%20b' | percodec decode --lines | head -n 2; echo ${PIPESTATUS[1]}");
    expect(stdout).toBe("a b\na b\n141\n");
    expect(stderr).toBe("");
    // A help that nobody reads: the pipe is closed before the command starts.
    const help = shell("exec 3> >(exec true); sleep 0.2; percodec --help >&3; echo $?");
    expect([help.stdout, help.stderr]).toEqual(["141\n", ""]);
  });
});

describe("a terminal", () => {
  // script(1) of util-linux gives the command a terminal; other systems have another script, or none.
  const onTerminal = (line: string, env: Record<string, string> = {}): string => {
    const command = `${process.execPath} ${CLI} ${line}`;
    const { stdout, error } = spawnSync("script", ["-qec", command, "/dev/null"], {
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "", TERM: "xterm", ...env },
    });
    if (error) throw error;
    return stdout.replaceAll("\r\n", "\n");
  };

  test.runIf(process.platform === "linux")("is sent no control character but LF, and nothing unseen", () => {
    const evil = "%1b]0;x%07%c2%9b31m%E2%80%AE%E2%80%8B%09%0d%00%7f%F3%A0%81%81é✓";
    const shown = onTerminal(`decode '${evil}'`);
    expect(shown).toBe("\\u{1B}]0;x\\u{7}\\u{9B}31m\\u{202E}\\u{200B}\\u{9}\\u{D}\\u{0}\\u{7F}\\u{E0041}é✓\n");
  });

  test.runIf(process.platform === "linux")("is sent no blank but U+0020, whatever the command", () => {
    const blanks = "a%C2%A0%E2%A0%80%E3%80%80%E3%85%A4%EF%BF%BC%20b";
    const wanted = "a\\u{A0}\\u{2800}\\u{3000}\\u{3164}\\u{FFFC} b";
    expect(onTerminal(`decode '${blanks}'`)).toBe(`${wanted}\n`);
    expect(onTerminal(`explain '${blanks}'`)).toContain(wanted);
    expect(onTerminal(`form parse 'q=${blanks}' --separator '='`)).not.toMatch(/[\xa0\u2800\u3000]/);
  });

  test.runIf(process.platform === "linux")(
    "shows bytes that are no text as U+FFFD, and whole characters cut by a block",
    () => {
      writeFileSync(`${folder}/cut`, `${"a".repeat(262_143)}é%FF`);
      expect(onTerminal(`decode -f ${folder}/cut`)).toBe(`${"a".repeat(262_143)}é\ufffd`);
    },
  );

  test.runIf(process.platform === "linux")(
    "gets a table in colour, unless NO_COLOR is set, and a pipe gets none",
    () => {
      const plain = percodec(["inspect", "/%00\u202e"]).stdout;
      const shown = onTerminal("inspect '/%00\u202e'");
      expect(shown).toContain("\x1b[1;31mdanger\x1b[0m");
      expect(shown.replaceAll(/\x1b\[[\d;]+m/g, "")).toBe(plain);
      expect(plain).not.toContain("\x1b");
      expect(onTerminal("inspect '/%00\u202e'", { NO_COLOR: "1" })).toBe(plain);
    },
  );

  test.runIf(process.platform === "linux")("is told from a pipe where --output names it", () => {
    for (const name of ["/dev/tty", "/dev/stdout"]) {
      expect(onTerminal(`decode '%1b]0;x%07%c2%9b31m' -o ${name}`)).toBe("\\u{1B}]0;x\\u{7}\\u{9B}31m\n");
    }
  });

  test.runIf(process.platform === "linux")("as stdin with no TEXT gives the help and exit 2", () => {
    expect(onTerminal("decode; echo $?")).toMatch(/^Usage: percodec decode[^]*\n2\n$/);
  });

  test.runIf(process.platform === "linux")("gets the bar of --progress, and loses it at the end", () => {
    writeFileSync(`${folder}/big`, "a%20b\n".repeat(500_000));
    const shown = onTerminal(`decode --progress -f ${folder}/big -o ${folder}/decoded`);
    expect(shown).toContain("of 3.0 MB");
    expect(statSync(`${folder}/decoded`).size).toBe(2_000_000);
  });
});

describe("a failure that no file is named for", () => {
  test.runIf(process.platform === "linux")(
    "is one line and exit 3: too little memory, a part of the command that cannot be read",
    () => {
      const limited = shell(
        "ulimit -v 1500000; head -c 400000000 /dev/zero | percodec decode --lines -k | wc -c; echo ${PIPESTATUS[1]}",
      );
      expect(limited.stdout).toBe("0\n3\n");
      expect(limited.stderr).toMatch(/^percodec: not enough memory: .*\n$/);
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
});

describe("completions", () => {
  test("are a script that the shell can read", () => {
    expect(shell("percodec complete bash | bash -n")).toEqual({ stdout: "", stderr: "", status: 0 });
  });

  test("answer with commands, options, words and set names from the tables", () => {
    const offered = (line: string) =>
      percodec(["complete", "--", ...line.split(" ")])
        .stdout.split("\n")
        .map((row) => row.split("\t")[0]);
    expect(offered("dec")).toContain("decode");
    expect(offered("decode --inv")).toContain("--invalid-utf8");
    expect(offered("decode --malformed ")).toEqual(expect.arrayContaining(["throw", "keep", "drop", "replace"]));
    expect(offered("encode --set whatwg-f")).toEqual(expect.arrayContaining(["whatwg-form", "whatwg-fragment"]));
  });
});

#!/usr/bin/env node
// The command is built into dist/. This file stands in the repository, because npm links no `bin` that does not exist.
// oxlint-disable-next-line import/no-unassigned-import -- the module is the program
require("./dist/cli.cjs");

#!/usr/bin/env node
// The command is built into dist/. This file stands in the repository, because npm links no `bin` that does not exist.
require("./dist/cli.cjs");

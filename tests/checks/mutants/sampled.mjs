// A Stryker plugin that ignores nodes that do not contain a sampled range. The option `mutate` alone includes all nodes within a range.
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

/** The sampled ranges, which tests/checks/mutants.mjs writes as FILE:LINE:COLUMN-LINE:COLUMN. */
const ranges = JSON.parse(process.env.PERCODEC_MUTANTS ?? "[]").map((range) =>
  /:(\d+):(\d+)-(\d+):(\d+)$/.exec(range)?.slice(1).map(Number),
);

const isBefore = (line, column, otherLine, otherColumn) =>
  line < otherLine || (line === otherLine && column <= otherColumn);

function shouldIgnore({ node: { loc } }) {
  if (!loc) return undefined;
  const { end, start } = loc;
  const isAround = ranges.some(
    ([line, column, endLine, endColumn]) =>
      isBefore(start.line, start.column, line, column) && isBefore(endLine, endColumn, end.line, end.column),
  );
  return isAround ? undefined : "not sampled";
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, "sampled", { shouldIgnore })];

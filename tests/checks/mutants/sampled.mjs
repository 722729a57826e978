// A plugin of Stryker that ignores nodes unless they contain a sampled range: the option `mutate` includes all nodes within a range.
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

/** The sampled ranges, which tests/checks/mutants.mjs writes as FILE:LINE:COLUMN-LINE:COLUMN. */
const places = JSON.parse(process.env.PERCODEC_MUTANTS ?? "[]").map((range) =>
  /:(\d+):(\d+)-(\d+):(\d+)$/.exec(range)?.slice(1).map(Number),
);

const isBefore = (line, column, otherLine, otherColumn) =>
  line < otherLine || (line === otherLine && column <= otherColumn);

function shouldIgnore({ node: { loc } }) {
  if (!loc) return undefined;
  const { end, start } = loc;
  const isAround = places.some(
    ([line, column, endLine, endColumn]) =>
      isBefore(start.line, start.column, line, column) && isBefore(endLine, endColumn, end.line, end.column),
  );
  return isAround ? undefined : "not sampled";
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, "sampled", { shouldIgnore })];

import type * as form from "percodec/form";
import type * as guard from "percodec/guard";
import type * as inspect from "percodec/inspect";
import type * as links from "percodec/links";
import type * as template from "percodec/template";
import type * as uri from "percodec/uri";
import type { PercodecFunction } from "./percodec.codec.js";

type All = typeof form & typeof guard & typeof inspect & typeof links & typeof template & typeof uri;

declare global {
  interface PercodecSql {
    readonly form_pairs: PercodecFunction;
    readonly query_param: PercodecFunction<[name: string | null]>;
    readonly percent_layers: PercodecFunction;
    readonly normalize_uri: PercodecFunction;
    readonly clean_uri: PercodecFunction;
    readonly display_uri: PercodecFunction;
    readonly uri_findings: PercodecFunction;
  }

  /** Also what `percodec/form`, `/guard`, `/inspect`, `/links`, `/template` and `/uri` export. */
  interface PercodecGlobal extends All {}
}

export type { PercodecFunction, PercodecReport } from "./percodec.codec.js";

import { encoding } from "percodec/charset";
import { encodeFor, PURPOSES } from "percodec/guard";
import { percentDecode, PercentEncodingError } from "percodec";
import { guess, type TextReading } from "../../shared/reading/guess.ts";
import { findOwner } from "../../shared/reading/owner.ts";
import {
  chooseReading,
  type Destination,
  type LayeredValue,
  READING_TITLES,
  reportText,
  type TextReport,
} from "../../shared/reading/report.ts";
import { writeCommand } from "../../shared/reading/table.ts";
import { orRefusal } from "../../shared/unless-refused.ts";
import type { Invocation } from "../line/arguments.ts";
import type { Cell, Table } from "../run/table.ts";
import { processTexts } from "../run/texts.ts";
import { tabulateFindings } from "./inspect.ts";

type Row = readonly [part: string, form: string, text: string];

/** `percodec read`: says what each text is and where it leads, and lists its parts, values and findings; empty standard input counts as none. */
export async function read(invocation: Invocation): Promise<number | undefined> {
  const name = invocation.choice("read", "as");
  let isEmpty = !invocation.has("file");
  const code = await processTexts(invocation, {
    run: (text) => {
      isEmpty = false;
      const readings = guess(text);
      return { readings, report: reportText(chooseReading(text, readings, name), findOwner) };
    },
    show: ({ readings, report }, place, text) => toTables(text, readings, report, place()),
    report: ({ readings, report }, text) => ({ text, readings: readings.map((reading) => reading.name), ...report }),
  });
  return isEmpty ? undefined : code;
}

function toTables(text: string, readings: readonly TextReading[], report: TextReport, place: string): readonly Table[] {
  const { reading, verdict, lines } = report;
  const others = readings.filter(({ name }) => name !== reading.name);
  const notes = [
    `Read as ${READING_TITLES[reading.name]}, because: ${reading.because}.`,
    ...(report.table === undefined ? [] : [`Change only this column: ${writeCommand(report.table, "FILE")}`]),
    ...(others.length === 0 ? [] : [`Also possible: --as ${others.map(({ name }) => name).join(", ")}.`]),
  ];
  const tables: Table[] = [
    {
      title: "URLs inside",
      heads: ["DEPTH", "FOUND IN", "OWNER", "URL"],
      rows: report.hops.map((hop) => [`${hop.depth}`, hop.found, hop.owner?.domain ?? hop.host ?? "-", hop.url]),
    },
    { title: "Parts", heads: ["PART", "FORM", "TEXT"], rows: listRows(report) },
    {
      title: "Encoded",
      heads: ["FOR", "TEXT"],
      rows: reading.name === "text" && text !== "" ? listPurposes(text) : [],
    },
    {
      title: "Lines",
      heads: ["READING", "FOUND", "TEXT"],
      rows: lines.map((line) => [
        READING_TITLES[line.reading.name],
        line.severity === undefined ? "-" : [line.severity, line.severity],
        line.text,
      ]),
    },
  ];
  return [
    { title: place + verdict, heads: [], rows: [], notes },
    ...tables.filter(({ rows }) => rows.length > 0),
    { title: "Findings", ...tabulateFindings(reading.text, report) },
  ];
}

/** Lists a text encoded for each purpose, or why it cannot be. */
function listPurposes(text: string): (readonly [purpose: string, text: Cell])[] {
  return PURPOSES.map((purpose) => {
    const encoded = orRefusal(() => encodeFor(purpose, text));
    return [purpose, encoded instanceof PercentEncodingError ? [encoded.message, "warning"] : encoded];
  });
}

function listRows({ parts, parameters, whole, destination }: TextReport): Row[] {
  return [
    ...parts.flatMap(({ name, raw, value }): Row[] =>
      name === "host" ? listHost(raw, destination) : listForms(name, raw, [value]),
    ),
    ...parameters.flatMap(({ name, hasValue, ...value }): Row[] =>
      hasValue ? listValue(`parameter ${name}`, value) : [[`parameter ${name}`, "no value", ""]],
    ),
    ...(whole === undefined ? [] : listValue("text", whole)),
  ];
}

/** Lists a host as written, the address or the name in Unicode that it stands for, and its owner. */
function listHost(raw: string, { host, owner }: Partial<Destination> = {}): Row[] {
  const rows: Row[] = [["host", "written", raw]];
  if (host !== undefined && host !== raw) rows.push(["host", /^[\d.]+$|:/.test(host) ? "address" : "in Unicode", host]);
  if (owner !== undefined) rows.push(["host", "owner", owner.domain]);
  return rows;
}

/** Lists a value as written and after each decoding that changes it. */
function listForms(part: string, raw: string, layers: readonly string[]): Row[] {
  const changed = layers.filter((layer, k) => layer !== (layers[k - 1] ?? raw));
  return [
    [part, "written", raw],
    ...changed.map((layer, k): Row => [part, changed.length === 1 ? "decoded" : `decoded ${k + 1}×`, layer]),
  ];
}

/** Lists the forms of a value; bytes of another encoding are decoded in each encoding that they look like. */
function listValue(part: string, { raw, plus, layers, charsets = [] }: LayeredValue): Row[] {
  if (charsets.length === 0) return listForms(part, raw, layers);
  return [
    [part, "written", raw],
    ...charsets.map((label): Row => [
      part,
      label,
      percentDecode(raw, { encoding: encoding(label), plus, malformed: "keep", invalidUtf8: "replace" }),
    ]),
  ];
}

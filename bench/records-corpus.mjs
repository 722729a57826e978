// Makes records of every format, each with a URL, and the expected output of `percodec records`, with simple and slow code.

/** The faults of URLs. */
const FAULTS = [
  ["%zz", "malformed", "malformed-escape"],
  ["%C3%28", "invalid-utf8", "invalid-utf8"],
  ["%C0%AF", "invalid-utf8", "overlong-utf8"],
  ["%ED%A0%80", "invalid-utf8", "encoded-surrogate"],
  ["%F4%90%80%80", "invalid-utf8", "code-point-out-of-range"],
];

/** Makes the URL of a record. One in a thousand is malformed. */
function makePlainUrl(k) {
  if (k % 1000 === 999) return `https://example.com/%zz/${k}`;
  const kinds = [
    `https://example.com/caf%C3%A9/${k}/%E2%9C%93?q=a%20b+c&next=%2Fhome%2F%F0%9F%98%80`,
    `https://example.org/products/item-${k}?ref=newsletter`,
    `/search?q=hello%20world%21&page=${k}`,
  ];
  return kinds[k % kinds.length];
}

/** Makes the URL of a hostile record; 58 of 100 have a fault. */
function makeHostileUrl(k) {
  const [fault] = FAULTS[k % FAULTS.length] ?? [];
  return `/caf%C3%A9/${k}/${k % 100 < 58 ? fault : "%E2%9C%93"}/a%20b`;
}

function makeAnswer(url) {
  const [fault, status, code] = FAULTS.find(([one]) => url.includes(one)) ?? [];
  if (fault === undefined) return { value: decodeURIComponent(url), status: "ok", code: null, byte_offset: null };
  return { value: null, status, code, byte_offset: url.indexOf(fault) };
}

const string = (text) => {
  const bytes = Buffer.from(text);
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
  return Buffer.concat([Buffer.from(length), bytes]);
};
const nullable = (value, write) =>
  value === null ? Buffer.from([1]) : Buffer.concat([Buffer.from([0]), write(value)]);
const number = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const hex = (text) => Buffer.from(text).toString("hex").toUpperCase();
const delimited = (fields) => fields.map((field) => field ?? "\\N").join("\t");

const tsv = {
  format: "tsv",
  words: ["--field", "2", "--out", "1,value,status,code,byte_offset"],
  record: (k, url) => `${k}\t${url}\tGET\n`,
  answer: (k, _url, { value, status, code, byte_offset }) => `${delimited([k, value, status, code, byte_offset])}\n`,
};

/** For each format the options of the command, and the writers of a record and of its answer. */
export const FORMATS = {
  lines: {
    format: "lines",
    words: ["--out", "value,status,code,byte_offset"],
    record: (_, url) => `${url}\n`,
    answer: (_k, _url, { value, status, code, byte_offset }) => `${delimited([value, status, code, byte_offset])}\n`,
  },
  nul: {
    format: "nul",
    words: [],
    record: (_, url) => `${url}\0`,
    answer: (_k, _url, { value }) => `${value ?? "\\N"}\0`,
  },
  tsv,
  hostile: { ...tsv, makeUrl: makeHostileUrl },
  hex: {
    format: "tsv",
    words: ["--field", "2", "--field-enc", "hex", "--out", "1,value,status,code,byte_offset"],
    record: (k, url) => `${k}\t${hex(url)}\n`,
    answer: (k, _url, { value, status, code, byte_offset }) =>
      `${delimited([k, value && hex(value), status, code, byte_offset])}\n`,
  },
  jsonl: {
    format: "jsonl",
    words: ["--field", "url", "--out", "id,value,status,code,byte_offset"],
    record: (k, url) => `{"id":${k},"url":"${url}","method":"GET"}\n`,
    answer: (k, _url, answer) => `${JSON.stringify({ id: k, ...answer })}\n`,
  },
  csv: {
    format: "csv",
    words: ["--field", "2", "--out", "1,value,status,code,byte_offset"],
    record: (k, url) => `${k},"${url}",GET\r\n`,
    answer: (k, _url, { value, status, code, byte_offset }) => `${[k, value, status, code, byte_offset].join(",")}\r\n`,
  },
  rowbinary: {
    format: "rowbinary",
    words: ["--columns", "id UInt64, url String", "--field", "url"],
    record: (k, url) => Buffer.concat([number(k), string(url)]),
    answer: (_k, _url, { value, status, code, byte_offset }) =>
      Buffer.concat([nullable(value, string), string(status), nullable(code, string), nullable(byte_offset, number)]),
  },
};

/** Makes a block of records of about the given size and the expected output. */
export function makeCorpus(format, size) {
  const { record, answer, makeUrl = makePlainUrl } = FORMATS[format];
  const input = [];
  const output = [];
  for (let k = 1, length = 0; length < size; k++) {
    const url = makeUrl(k);
    input.push(Buffer.from(record(k, url)));
    output.push(Buffer.from(answer(k, url, makeAnswer(url))));
    length += input.at(-1).length;
  }
  return { input: Buffer.concat(input), output: Buffer.concat(output) };
}

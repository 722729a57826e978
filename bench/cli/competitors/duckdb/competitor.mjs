// Runs a query from file to file: node competitor.mjs decode|encode IN OUT
import { DuckDBInstance } from "@duckdb/node-api";

const [direction, input, output] = process.argv.slice(2);
const literal = (text) => `'${text.replaceAll("'", "''")}'`;
const instance = await DuckDBInstance.create();
const connection = await instance.connect();
// Read each line as one column without quotes and header: the delimiter is a byte that does not occur.
await connection.run(`
  COPY (
    SELECT url_${direction}(line)
    FROM read_csv(${literal(input)}, header = false, delim = '\x01', quote = '', escape = '', auto_detect = false,
                  columns = {'line': 'VARCHAR'})
  ) TO ${literal(output)} (FORMAT csv, HEADER false, DELIMITER '\x01', QUOTE '', ESCAPE '')`);
connection.closeSync();

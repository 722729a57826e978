export { FormParseStream } from "../../../src/stream.ts";

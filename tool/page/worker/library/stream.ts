export { FormParseStream } from "percodec/stream";

export { inspect } from "percodec/inspect";

export { count, decode, encode, find, revision } from "./kernel";
export { decodeText, encodeText, valid } from "./text";
export { cutForm, joinForm } from "./form";

// What the host sees of the kernel.
export { count, decode, decodeText, encode, encodeText, find, revision, valid } from "./kernel";
export { cutForm, joinForm } from "./form";

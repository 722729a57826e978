// What the host sees of the kernel.
export { decode, decodeText, encode, encodeText, find, revision, start, valid } from "./kernel";
export { cutForm, joinForm } from "./form";

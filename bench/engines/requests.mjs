// The script of the build that measures the calls of an application.
import { measureCall } from "./calls.mjs";

globalThis.measureRow = measureCall;

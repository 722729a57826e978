// The script of the build without a call of enableWasm.
import { measureRow } from "./measured.mjs";

globalThis.measureRow = measureRow;

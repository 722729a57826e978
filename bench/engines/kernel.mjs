// The script of the build with the kernel.
import { enableWasm } from "../../library/dist/wasm.js";
import { measureRow } from "./measured.mjs";

if (!enableWasm()) throw new Error("the engine refuses the kernel");
globalThis.measureRow = measureRow;

// As measured.mjs, with the kernel enabled.
import { enableWasm } from "../../dist/wasm.js";
import "./measured.mjs";

if (!enableWasm()) throw new Error("the engine refuses the kernel");

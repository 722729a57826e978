import { vi } from "vitest";

export type Call = [name: string, ...args: unknown[]];

/** Wraps methods of an object so that each call is recorded. */
function recorded(object: object, names: readonly string[], calls: Call[]): Record<string, unknown> {
  const methods = object as Record<string, (...args: unknown[]) => unknown>;
  const record =
    (name: string) =>
    (...args: unknown[]): unknown => {
      calls.push([name, ...args]);
      return methods[name]!(...args);
    };
  return Object.fromEntries(names.map((name) => [name, record(name)]));
}

/** A host without this has a Buffer whose methods are JavaScript. */
export const NATIVE_CODE = "native code of Buffer";

/** Makes a method of a Buffer read its receiver, as one in JavaScript does. */
function inJavaScript(isWanted: boolean, buffer: Record<string, unknown>): Record<string, unknown> {
  const { ucs2Write } = buffer as { ucs2Write?: (...args: unknown[]) => unknown };
  if (!isWanted || ucs2Write === undefined) return buffer;
  const write = function (this: { length: number }, ...args: unknown[]): unknown {
    return this.length < 0 ? undefined : ucs2Write(...args);
  };
  return { ...buffer, ucs2Write: write };
}

export const BUFFER = ["latin1Write", "ucs2Write", "latin1Slice", "ucs2Slice"];

/**
 * Replaces globals of the host so that calls of them, and of the compiled kernel, are recorded.
 *
 * @param missing globals and methods of Buffer that the host does not have
 * @returns the recorded calls; `restoreGlobals` restores the real globals after the library has looked them up
 */
export function recordHost(...missing: readonly string[]): { calls: Call[]; restoreGlobals: () => void } {
  vi.resetModules();
  const calls: Call[] = [];
  const { Instance, Module } = WebAssembly;
  const { Buffer: OwnBuffer, TextEncoder: OwnEncoder, TextDecoder: OwnDecoder } = globalThis;
  const functions = { encodeURIComponent, decodeURIComponent };
  const stubs = {
    WebAssembly: {
      Module,
      Instance: function (module: WebAssembly.Module) {
        const { exports } = new Instance(module);
        const names = Object.keys(exports).filter((name) => typeof exports[name] === "function");
        return { exports: { ...exports, ...recorded(exports, names, calls) } };
      },
    },
    Buffer: {
      from: (memory: ArrayBuffer) =>
        inJavaScript(
          missing.includes(NATIVE_CODE),
          recorded(
            OwnBuffer.from(memory),
            BUFFER.filter((name) => !missing.includes(name)),
            calls,
          ),
        ),
    },
    TextEncoder: function () {
      return recorded(new OwnEncoder(), ["encodeInto"], calls);
    },
    TextDecoder: function (...how: ConstructorParameters<typeof OwnDecoder>) {
      return recorded(new OwnDecoder(...how), ["decode"], calls);
    },
    // Sets call it with single characters, which are not recorded.
    encodeURIComponent: (text: string) => {
      if (text.length > 1) calls.push(["encodeURIComponent", text]);
      return functions.encodeURIComponent(text);
    },
    decodeURIComponent: (text: string) => {
      calls.push(["decodeURIComponent", text]);
      return functions.decodeURIComponent(text);
    },
  };
  for (const [name, stub] of Object.entries(stubs)) vi.stubGlobal(name, missing.includes(name) ? undefined : stub);
  const restoreGlobals = (): void => {
    // The library called methods to find out what the host has.
    calls.length = 0;
    vi.unstubAllGlobals();
    vi.stubGlobal("WebAssembly", stubs.WebAssembly);
  };
  return { calls, restoreGlobals };
}

/** Returns the names of the calls. */
export const names = (calls: readonly Call[]): string[] => calls.map(([name]) => name);

// How V8 compiles WebAssembly.
import { setFlagsFromString } from 'node:v8';

/**
 * From now on, V8 compiles WebAssembly once. Otherwise it compiles a second time, with optimization, the functions that
 * run often, in as many threads as there are processors; the process waits for them at its end. Call it after the imports:
 * V8 refuses compiled code that was made under other flags, that of Node's own modules too. bin/compiled-code.js takes it
 * back before it keeps compiled code.
 */
export function compileWebAssemblyOnce(): void {
  setFlagsFromString('--wasm-tiering-budget=1000000000');
}

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

const optimizingFlags = ['wasm-dynamic-tiering', 'wasm-tier-up'] as const;

/**
 * Does work that makes its own WebAssembly, which V8 does not optimize, however often it runs: on Node 20 that takes some
 * 35 MB, which are not given back. The flags are the usual ones afterwards.
 */
export async function withoutOptimizing<T>(work: () => Promise<T>): Promise<T> {
  if (!process.versions.node.startsWith('20.')) return work();
  for (const flag of optimizingFlags) setFlagsFromString(`--no-${flag}`);
  try {
    return await work();
  } finally {
    for (const flag of optimizingFlags) setFlagsFromString(`--${flag}`);
  }
}

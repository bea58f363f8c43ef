// Controls how V8 compiles WebAssembly.
import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 compile WebAssembly only once. By default, V8 optimizes frequently used functions by compiling them again,
 * in as many threads as there are processors. The process waits for these threads before it ends. Call this function
 * after all imports, because V8 rejects cached code that was compiled with other flags, including the cached code of
 * Node's own modules. bin/compiled-code.js resets the flag before it caches compiled code.
 */
export function compileWebAssemblyOnce(): void {
  setFlagsFromString('--wasm-tiering-budget=1000000000');
}

const optimizingFlags = ['wasm-dynamic-tiering', 'wasm-tier-up'] as const;

/**
 * Runs `work`, which compiles WebAssembly. On Node 20, turns off V8's optimization while `work` runs, because the
 * optimization would take about 35 MB of memory that V8 never frees.
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

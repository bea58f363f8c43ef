// Sets how V8 compiles WebAssembly.
import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 compile WebAssembly only once. By default, V8 compiles functions that run often a second time with optimization,
 * in as many threads as there are processors, and the process waits for these threads before it ends. Call this after all
 * imports, because V8 rejects cached code that was compiled with other flags, including that of Node's own modules.
 * bin/compiled-code.js resets the flag before it caches compiled code.
 */
export function compileWebAssemblyOnce(): void {
  setFlagsFromString('--wasm-tiering-budget=1000000000');
}

const optimizingFlags = ['wasm-dynamic-tiering', 'wasm-tier-up'] as const;

/**
 * Runs work that compiles its own WebAssembly without V8's optimization, which would take about 35 MB on Node 20 that are
 * never freed. Resets the flags afterwards.
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

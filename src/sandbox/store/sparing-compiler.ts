// V8 compiles the WebAssembly build of SQLite twice: at once, quickly, and again with optimisation what runs
// often, in as many threads as there are processors. That takes half of the processor time of a start and leaves
// some 50 MB behind, in memory the threads do not give back. A sandbox that waits for requests needs neither.
import { setFlagsFromString } from 'node:v8';
import { hasBuiltin } from './builtin-driver';

/** One thread compiles; what has run some hundred times as long as V8 waits for is optimised, and no more. */
const flags = ['--wasm-num-compilation-tasks=1', '--wasm-tiering-budget=1000000000'];

/**
 * Makes V8 compile sparingly, where the store needs WebAssembly. It holds for the whole process, so only one that
 * is the sandbox's own may call it, before it opens a store.
 */
export function compileSparingly(): void {
  if (hasBuiltin()) return;
  for (const flag of flags) setFlagsFromString(flag);
}

// V8 compiles the WebAssembly build of SQLite twice: at once, quickly, and again with optimisation what runs
// often, in as many threads as there are processors. That takes half of the processor time of a start and leaves
// some 50 MB behind, in memory the threads do not give back. A sandbox that waits for requests needs neither.
import { hasBuiltin } from './builtin-driver';

/**
 * Options of Node for a process that is a sandbox and nothing else: one thread compiles, and little is optimised.
 * None where Node has SQLite of its own.
 */
export function sparingOptions(): string[] {
  return hasBuiltin() ? [] : ['--wasm-num-compilation-tasks=1', '--wasm-tiering-budget=1000000000'];
}

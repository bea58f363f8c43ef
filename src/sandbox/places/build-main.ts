// The entry of the process that makes an index (build-process.ts): the job is its argument.
import { makeIndex } from './build-index';
import type { BuildMessage } from './build-process';

const tell = (message: BuildMessage): void => {
  process.send?.(message);
};

process.once('disconnect', () => process.exit(1));
makeIndex(JSON.parse(process.argv[2] ?? '{}'), (warn) => tell({ warn }))
  .then(
    () => tell({ done: true }),
    (error) => tell({ failed: error instanceof Error ? error.message : String(error) }),
  )
  .finally(() => process.disconnect?.());

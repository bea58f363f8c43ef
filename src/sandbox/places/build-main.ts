// The entry of the process that builds an index (build-process.ts): the job is its argument.
import { makeIndex } from './build-index';
import type { BuildMessage } from './build-process';

const tell = (message: BuildMessage): void => {
  process.send?.(message);
};
const abandon = (): void => {
  throw new Error('The process that wanted the index has ended.');
};

process.once('disconnect', abandon);
makeIndex(JSON.parse(process.argv.at(-1) ?? '{}'), (warn) => tell({ warn }))
  .then(
    () => tell({ done: true }),
    (error) => {
      // The build of the tool starts this process without a channel.
      if (!process.send) throw error;
      tell({ failed: error instanceof Error ? error.message : String(error) });
    },
  )
  .finally(() => {
    process.off('disconnect', abandon);
    if (process.connected) process.disconnect();
  });

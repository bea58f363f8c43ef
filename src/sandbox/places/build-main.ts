// The entry of the process that makes an index: the job and the path of the new file are its arguments.
import { writeFileSync } from 'node:fs';
import { makeIndex } from './build-index';
import type { BuildMessage } from './build-process';

const tell = (message: BuildMessage): void => {
  process.send?.(message);
};
const abandon = (): void => {
  throw new Error('The process that wanted the index has ended.');
};
const [job = '{}', path = ''] = process.argv.slice(-2);

process.once('disconnect', abandon);
makeIndex(JSON.parse(job), (warn) => tell({ warn }))
  .then(
    (index) => {
      writeFileSync(path, index, { flag: 'wx', mode: 0o600 });
      tell({ done: true });
    },
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

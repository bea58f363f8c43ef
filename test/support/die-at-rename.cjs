// Node loads this file before the command. This code simulates a power failure at the first rename. At this time, the
// temporary file is complete, and the command holds the lock.
require('node:fs').renameSync = () => {
  process.kill(process.pid, 'SIGKILL');
};

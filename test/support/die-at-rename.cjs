// Loaded before the command: a power failure at the worst moment, when the temporary file is complete and the
// lock is held.
require('node:fs').renameSync = () => {
  process.kill(process.pid, 'SIGKILL');
};

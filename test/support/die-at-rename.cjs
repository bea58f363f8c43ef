// Loaded before the command: simulates a power failure when the temporary file is complete and the lock is held.
require('node:fs').renameSync = () => {
  process.kill(process.pid, 'SIGKILL');
};

// Loaded before the command: a power cut at the worst moment, when the temporary file is whole and the
// lock is held.
require('node:fs').renameSync = () => {
  process.kill(process.pid, 'SIGKILL');
};

// Node loads this file before the command. At the response to the first poll of a sign-up, this code emits SIGBREAK in the
// command's process, like Windows after Ctrl-Break.
const { subscribe } = require('node:diagnostics_channel');

let told = false;
subscribe('undici:request:headers', ({ request }) => {
  if (told || !request.path.includes('/sign_up/')) return;
  told = true;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  process.emit('SIGBREAK', 'SIGBREAK');
});

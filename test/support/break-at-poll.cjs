// Emits SIGBREAK in this process, like Windows after Ctrl-Break, at the response to the first poll of a sign-up.
const { subscribe } = require('node:diagnostics_channel');

let told = false;
subscribe('undici:request:headers', ({ request }) => {
  if (told || !request.path.includes('/sign_up/')) return;
  told = true;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  process.emit('SIGBREAK', 'SIGBREAK');
});

// Creates the pictures in docs/img: a recorded session, commands in a terminal, and the sandbox's pages in Chromium.
// `npm run pictures -- session` creates only the recorded session. `npm run pictures -- terminal` and `npm run pictures
// -- pages` create only the pictures of commands or pages.
import { mkdir } from 'node:fs/promises';
import { photographPages } from './pictures/pages.mjs';
import { recordSession } from './pictures/recording.mjs';
import { images } from './pictures/sandbox.mjs';
import { drawTerminal } from './pictures/terminal.mjs';

const parts = { session: recordSession, terminal: drawTerminal, pages: photographPages };
const chosen = process.argv.slice(2);

await mkdir(images, { recursive: true });
for (const [name, make] of Object.entries(parts)) {
  if (chosen.length === 0 || chosen.includes(name)) await make();
}

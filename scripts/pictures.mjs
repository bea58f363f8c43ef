// Makes every picture of docs/img again: real output in a terminal, and the sandbox's pages in Chromium.
import { mkdir } from 'node:fs/promises';
import { photographPages } from './pictures/pages.mjs';
import { images } from './pictures/sandbox.mjs';
import { drawTerminal } from './pictures/terminal.mjs';

await mkdir(images, { recursive: true });
await drawTerminal();
await photographPages();

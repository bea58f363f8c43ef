// Prints `waypost --help`. This file is the entry of a separate bundle, which contains only the names and summaries of
// the commands. Many users type this command first, and should not wait until the other code is loaded.

import { helpWidth, programHelp, withHeadings } from './line/help-text';
import { chooseCharacters } from './output/printable';
import { flushed, tellUnwritten, thisSystem } from './run/process-io';

async function main(): Promise<void> {
  const system = thisSystem(new AbortController().signal);
  chooseCharacters(system.env);
  system.stdout.write(withHeadings(programHelp(helpWidth(system)), 'auto', system));
  await flushed();
  process.exitCode = await tellUnwritten(0);
}

void main();

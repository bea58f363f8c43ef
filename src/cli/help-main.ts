// Prints the output of `waypost --help`. This file is the entry point of a separate bundle. For each command, the
// bundle contains only the name and the summary. Many users run this command first, and should not have to wait until
// the main bundle loads.

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

// `waypost --help` alone, as a bundle of its own that contains only the names and summaries of the commands:
// many users type it first, and it should not wait for the rest.

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

// `waypost --help` and nothing else. A bundle of its own, in which the list of commands holds no more than their
// names and summaries: what many type first is not to wait for all that the commands can do.
import { helpWidth, programHelp, withHeadings } from './help-text';
import { tellOfUpgrade } from './installation/notice';
import { flushed, surroundings, tellUnwritten } from './surroundings';
import { chooseCharacters, shown } from './ui/characters';

async function main(): Promise<void> {
  const world = surroundings(new AbortController().signal);
  chooseCharacters(world.env);
  world.stdout.write(withHeadings(shown(programHelp(helpWidth(world))), 'auto', world));
  await tellOfUpgrade(process.argv.slice(2), world);
  await flushed();
  process.exitCode = await tellUnwritten(0);
}

void main();

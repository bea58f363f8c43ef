// Builds the bundle for `waypost --help`. The list of commands is evaluated at build time, so that the bundle contains
// only names and summaries.
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Writes dist/help.js in this format, with these bundler plugins. */
export async function writeHelp(
  root,
  dist,
  { manifestStaysOutside, processIsGlobal, noCommands, made, oneFile },
) {
  const list = join(dist, 'commands-of-help.js');
  const whole = await rolldown({
    input: join(root, 'src/cli/line/commands.ts'),
    cwd: root,
    platform: 'node',
    plugins: [manifestStaysOutside, noCommands, made],
  });
  await whole.write({ file: list, ...oneFile, sourcemap: false });
  const { sections } = createRequire(import.meta.url)(list);
  await rm(list);
  const rows = sections.map(({ title, entries }) => ({
    title,
    entries: entries.map(({ name, summary }) => ({ name, summary })),
  }));
  const bundle = await rolldown({
    input: join(root, 'src/cli/help-main.ts'),
    cwd: root,
    platform: 'node',
    plugins: [
      manifestStaysOutside,
      processIsGlobal,
      made,
      {
        name: 'names-and-summaries',
        load: (id) =>
          id === join(root, 'src/cli/line/commands.ts')
            ? `export const sections = ${JSON.stringify(rows)}; export const isGroup = () => false;`
            : null,
      },
    ],
  });
  await bundle.write({ file: join(dist, 'help.js'), ...oneFile });
}

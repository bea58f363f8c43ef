// `waypost sandbox places install`: more places for the sandbox, from GeoNames' dump files.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { invalidInput } from '../../contract/errors';
import { dataDirectory } from '../../credentials/data-directory';
import type { InstalledFile } from '../../sandbox/places/install/install';
import { showEvents, showMovingLine } from '../../terminal/moving-line';
import { sanitizeLine } from '../../terminal/sanitize';
import type { Act } from '../command';
import type { Context } from '../context';

const help = `
Examples:
  waypost sandbox places install
  waypost sandbox places install --dataset DE --alternate-names
  waypost sandbox places install ./geonames
  waypost sandbox start --places ./geonames

Downloads countryInfo.txt, admin1CodesASCII.txt, admin2Codes.txt and the table of settlements, and makes
the index that \`sandbox start --places <folder>\` opens. A download that was cut off goes on where it
stopped; files that are the newest are not downloaded again. With a folder nothing is downloaded. Of
allCountries and of a country, settlements of 500 people and more and the seats of areas are read.

The data is GeoNames' (https://www.geonames.org), licensed under CC BY 4.0.

Output (--json): {"folder": "…", "places": 231456, "files": [{"name": "cities500.txt",
   "bytes": 32405572, "downloaded": true}]}; files is empty where a folder was named
Errors: invalid_input (2) where the folder has no dump file or an archive is damaged,
        network_error (3) where the server cannot be reached or stops`;

interface Options {
  dataset: string;
  alternateNames?: boolean;
  folder?: string;
}

export function register(command: Command, act: Act): void {
  command.description('Install more places than the sandbox brings.');
  command
    .command('install')
    .summary('Download GeoNames dump files, and make them ready')
    .description('Download GeoNames dump files, and make them ready for `sandbox start --places`.')
    .argument('[folder|url]', 'folder of dump files, or the address of one (default: GeoNames)')
    .option(
      '--dataset <name>',
      'cities500, cities1000, cities5000, cities15000, allCountries, or a country such as DE',
      'cities500',
    )
    .option('--alternate-names', 'names of other languages too: a large file')
    .option('--folder <folder>', 'put the files here (default: a folder of your own)')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: Options, source?: string): Promise<void> {
  const from = source === undefined ? undefined : readSource(source);
  const isFolder = typeof from === 'string';
  const folder = isFolder ? from : targetFolder(context, options);
  const files = isFolder ? [] : await bring(context, options, folder, from);
  const { openPlaces } = await import('../../sandbox/places/places');
  const progress = showMovingLine(context.output, () => 'Reading the places …');
  let count: number;
  try {
    const warnings: string[] = [];
    const places = await openPlaces({ dump: folder, warn: (line) => warnings.push(line) });
    count = places.size;
    for (const line of warnings) await context.output.warn(sanitizeLine(line));
  } catch (error) {
    throw invalidInput(error instanceof Error ? error.message : String(error));
  } finally {
    progress.end();
  }
  const result = { folder, places: count, files };
  await context.output.result(result, (colour) =>
    [
      `${colour.green(`${count.toLocaleString('en')} places`)} in ${sanitizeLine(folder)}`,
      `Use them: waypost sandbox start --places ${sanitizeLine(folder)}`,
      'Contains data from GeoNames (https://www.geonames.org), CC BY 4.0.',
    ].join('\n'),
  );
}

/** A folder as its absolute path, or an address. */
function readSource(source: string): string | URL {
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory()) return resolve(source);
  if (URL.canParse(source) && /^https?:$/.test(new URL(source).protocol)) {
    return new URL(source.endsWith('/') ? source : `${source}/`);
  }
  throw invalidInput(
    `${source} is neither a folder nor an http or https address.`,
    'Leave it out to download from GeoNames.',
  );
}

function targetFolder({ world }: Context, { folder, dataset }: Options): string {
  if (folder?.trim() === '') {
    throw invalidInput('--folder takes a folder.', 'Leave it out for the default.');
  }
  return folder === undefined ? join(dataDirectory(world), 'geonames', dataset) : resolve(folder);
}

async function bring(
  context: Context,
  { dataset, alternateNames }: Options,
  folder: string,
  from: URL | undefined,
): Promise<InstalledFile[]> {
  const { install, isDataset, publishedAt } = await import('../../sandbox/places/install/install');
  if (!isDataset(dataset)) {
    throw invalidInput(
      '--dataset takes the name of a GeoNames table.',
      'One of cities500, cities1000, cities5000, cities15000, allCountries, or a country such as DE.',
    );
  }
  let state = { file: '', done: 0, total: 0 };
  const line = () => {
    const all = state.total > 0 ? ` of ${megabytes(state.total)}` : '';
    return `${state.file}: ${megabytes(state.done)}${all}`;
  };
  const progress = context.output.json
    ? showEvents(context.output, () => state)
    : showMovingLine(context.output, line);
  try {
    return await install({
      ...{ folder, dataset, alternateNames: alternateNames === true },
      from: from ?? new URL(publishedAt),
      signal: context.world.interrupted,
      progress: (file, done, total = 0) => {
        state = { file, done, total };
      },
    });
  } finally {
    progress.end();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

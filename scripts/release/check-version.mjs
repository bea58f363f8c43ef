// Checks that the tag and package.json have the same version, and prints the section of CHANGELOG.md for this version.
//   node scripts/release/check-version.mjs v1.2.3
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const tag = process.argv[2] ?? '';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
const section = sections.find((text) => text.split(/[\s\]]/, 1)[0].replace('[', '') === version);

if (tag !== `v${version}`) {
  fail(
    `The tag is ${tag}, but package.json has version ${version}. Both must have the same version.`,
  );
} else if (section === undefined) {
  fail(`CHANGELOG.md has no section for ${version}. Add "## ${version}" and describe the changes.`);
} else {
  process.stdout.write(`${section.slice(section.indexOf('\n') + 1).trim()}\n`);
}

function fail(message) {
  process.stderr.write(`Error: ${message}\n`);
  process.exitCode = 1;
}

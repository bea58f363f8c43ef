// What `npm run coverage` writes.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { reasons } from './reasons.mjs';

const rooms = [
  ['`src/client`', 'src/client/'],
  ['of it `src/client/signup`', 'src/client/signup/'],
  ['`src/lib`', 'src/lib/'],
  ['`src/cli/commands/auth`', 'src/cli/commands/auth/'],
  ['`src/cli/commands/signup*`', 'src/cli/commands/signup'],
  ['**All**', 'src/'],
];

/** The document: for each room lines and branches, and every branch that no test reaches, with why. */
export function report(root, map, createMap) {
  const nameOf = (file) => relative(root, file).replaceAll('\\', '/');
  const rows = rooms.map(([name, start]) => {
    const some = createMap({});
    for (const file of map.files()) {
      if (nameOf(file).startsWith(start)) some.addFileCoverage(map.fileCoverageFor(file));
    }
    const { lines, branches } = some.getCoverageSummary();
    return `| ${name} | ${share(lines)} | ${share(branches)} |`;
  });
  const groups = new Map();
  for (const file of map.files()) {
    for (const place of unreached(map.fileCoverageFor(file), nameOf(file))) {
      const why = reasons.find(([pattern]) => pattern.test(place))?.[1] ?? 'no test reaches it';
      groups.set(why, [...(groups.get(why) ?? []), place]);
    }
  }
  const sections = [...groups].flatMap(([why, places]) => [
    `## Not reached: ${why}`,
    '',
    ...places.map((place) => `- ${place}`),
    '',
  ]);
  return `${[
    '# What the tests reach',
    '',
    'Written by `npm run coverage` (CONTRIBUTING.md): in the process of a test, and in the processes it starts.',
    '',
    '| code | lines | branches |',
    '| --- | --- | --- |',
    ...rows,
    '',
    ...sections,
  ].join('\n')}`;
}

const share = ({ pct, covered, total }) => `${pct.toFixed(2)} % (${covered} of ${total})`;

/** The lines with a branch that is not reached, each once. */
function unreached(coverage, name) {
  const { branchMap, b } = coverage.toJSON();
  const source = readFileSync(coverage.path, 'utf8').split('\n');
  const lines = new Set(coverage.getUncoveredLines().map(Number));
  for (const [id, { loc, locations }] of Object.entries(branchMap)) {
    b[id].forEach((count, index) => {
      if (count === 0) lines.add(locations[index].start.line ?? loc.start.line);
    });
  }
  return [...lines]
    .sort((one, other) => one - other)
    .map((line) => `${name}:${line}: \`\` ${source[line - 1].trim()} \`\``);
}

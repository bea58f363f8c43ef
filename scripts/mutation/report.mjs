// What `npm run mutate` writes.
import { reasons } from './reasons.mjs';

const rooms = [
  ['Client', 'src/client/'],
  ['of it: sign-up', 'src/client/signup/'],
  ['Library', 'src/lib/'],
  ['Commands `auth`', 'src/cli/commands/auth/'],
  ['Command `signup`', 'src/cli/commands/signup'],
];

const unexplained = 'no test notices it';

/** The document. `alive` has the mistakes that no test noticed, by number. */
export function report({ mutants, chosen, alive, reachedAtAll, values, isWhole }) {
  const left = [...alive.values()];
  const sample =
    chosen.length === mutants.length
      ? `all ${mutants.length}`
      : `${chosen.length} of ${mutants.length}, chosen by seed ${values.seed}`;
  const rows = [...rooms, ['**All**', 'src/']].map(([name, start]) => {
    const tried = chosen.filter(({ file }) => file.startsWith(start)).length;
    const open = left.filter(({ file }) => file.startsWith(start)).length;
    const share = tried === 0 ? '' : `${((100 * (tried - open)) / tried).toFixed(1)} %`;
    return `| ${name} | ${tried} | ${tried - open} | ${share} |`;
  });
  return `${[
    '# Mistakes that no test notices',
    '',
    `Written by \`npm run mutate\` (CONTRIBUTING.md). Tried: ${sample}.`,
    ...(isWhole
      ? []
      : ['The run was ended early: what it had not tried by then counts as not noticed.']),
    '',
    '| code | tried | noticed | |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    ...sections(left, reachedAtAll),
  ].join('\n')}`;
}

function sections(left, reachedAtAll) {
  const groups = new Map();
  for (const mutant of left) {
    const why = reachedAtAll.has(mutant.id)
      ? whyOf(mutant)
      : `${whyOf(mutant)}; no test of these reaches it`;
    groups.set(why, [...(groups.get(why) ?? []), mutant]);
  }
  return [...groups]
    .sort(
      ([one], [other]) =>
        Number(one.startsWith(unexplained)) - Number(other.startsWith(unexplained)),
    )
    .flatMap(([why, list]) => [
      `## ${why[0].toUpperCase()}${why.slice(1)}`,
      '',
      ...list.map(
        ({ file, line, original, replacement }) =>
          `- ${file}:${line}: ${code(original)} → ${code(replacement)}`,
      ),
      '',
    ]);
}

function whyOf({ file, original, replacement }) {
  const reason = reasons[file]?.find(
    ([part, other]) => original.includes(part) && replacement.includes(other),
  );
  return reason?.[2] ?? unexplained;
}

function code(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  const shown = line.length > 100 ? `${line.slice(0, 99)}…` : line;
  const fence = shown.includes('`') ? '``' : '`';
  return `${fence}${shown.startsWith('`') ? ' ' : ''}${shown}${shown.endsWith('`') ? ' ' : ''}${fence}`;
}

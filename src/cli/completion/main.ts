// `waypost __complete`: the completion scripts of the shells call it when Tab is pressed. Its first line is
// the kind of completion, each further one a value with its description after a tab. After any error it
// prints nothing.
import { writeSync } from 'node:fs';
import { type Completion, complete } from './candidates';
import { positionIn } from './position';
import { splitLine } from './shell-line';

/** Modules that only completions of account values need: loaded when used. */
const ownValues = () => import('./answers');

async function main(): Promise<void> {
  const [, , , first = '', ...rest] = process.argv;
  if (first === '--refresh') return (await ownValues()).refresh(rest[0]);
  const shell = first;
  const [cursor = '', , ...before] = rest;
  if (shell === 'bash') {
    const line = splitLine(cursor.replace(/^--line=/, ''), '=:@');
    const typed = line.words.at(-1) ?? '';
    const found = await completed(line.words.slice(1, -1), typed);
    print(inBash(found, typed.slice(0, line.replacedFrom).length, line.quote));
  } else {
    const typed = splitLine(cursor.replace(/^--current=/, '')).words.at(-1) ?? '';
    print(await completed(before, typed));
  }
}

function completed(words: readonly string[], typed: string): Promise<Completion> {
  const { expected, values } = positionIn(words, typed);
  return complete(expected, typed, async (kind) => (await ownValues()).answers(kind, values));
}

/** Bash replaces only the text after the last of its own word breaks, and takes it as it is. */
function inBash(completion: Completion, replacedFrom: number, quote: string): Completion {
  if (completion.kind !== 'values') return completion;
  const candidates = completion.candidates.map(({ value }) => {
    const rest = value.slice(replacedFrom);
    return { value: quote === '' ? rest.replace(/[^\p{L}\p{N}_@%+=:,./-]/gu, '\\$&') : rest };
  });
  return { ...completion, candidates };
}

function print(completion: Completion): void {
  if (completion.kind !== 'values') {
    writeSync(1, `${completion.kind}\t${completion.before}\n`);
    return;
  }
  const lines = completion.candidates.map(({ value, description }) =>
    description === undefined ? value : `${value}\t${description.replace(/\p{C}/gu, ' ')}`,
  );
  writeSync(1, `${[completion.open ? 'open' : 'values', ...lines].join('\n')}\n`);
}

// An error message would appear in the middle of the line that is typed.
main().catch(() => {});

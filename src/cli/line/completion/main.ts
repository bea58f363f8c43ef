// `waypost __complete`: the completion scripts of the shells call it when Tab is pressed. Its first line is
// the kind of completion, each further one a value with its description after a tab. After any error it
// prints nothing.
import { writeSync } from 'node:fs';
import { splitLine } from '../../../lib/shell-word';
import type { CompletionKind } from '../command';
import { type Completion, completionAt } from './candidates';
import { positionIn } from './position';

/** Modules that only completions of account values need: loaded when used. */
const accountValues = () => import('./answers');

async function main(): Promise<void> {
  const [, , , shell = '', ...rest] = process.argv;
  if (shell === '--refresh') return (await accountValues()).refresh(rest[0] as CompletionKind);
  const [cursor = '', , ...before] = rest;
  if (shell === 'bash') {
    const line = splitLine(cursor.replace(/^--line=/, ''), '=:@');
    const typed = line.words.at(-1) ?? '';
    const found = await completionOf(line.words.slice(1, -1), typed);
    writeCompletion(inBash(found, line.replacedFrom, line.quote));
  } else if (shell === 'powershell') {
    // One word without a sign that means anything to Windows' command interpreter, which waypost.cmd is run by.
    const [current = '', ...words] = Buffer.from(cursor, 'base64').toString().split('\0');
    writeCompletion(await completionOf(words, splitLine(current).words.at(-1) ?? ''));
  } else {
    const typed = splitLine(cursor.replace(/^--current=/, '')).words.at(-1) ?? '';
    writeCompletion(await completionOf(before, typed));
  }
}

function completionOf(words: readonly string[], typed: string): Promise<Completion> {
  const { expected, values } = positionIn(words, typed);
  return completionAt(expected, typed, async (kind) =>
    (await accountValues()).answers(kind, values),
  );
}

/** Bash replaces only the text after the last of its own word breaks, and takes it as it is. */
function inBash(completion: Completion, replacedFrom: number, quote: string): Completion {
  if (completion.kind !== 'values') return completion;
  const candidates = completion.candidates
    .map(({ value }) => value.slice(replacedFrom))
    // Between double quotes, history expansion takes a backslash as part of the text.
    .filter((rest) => quote !== '"' || !rest.includes('!'))
    .map((rest) => ({ value: bashText(rest, quote) }));
  return { ...completion, candidates };
}

/** A text as it is written in bash behind an open quote, or without one. */
function bashText(text: string, quote: string): string {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  return text.replace(quote === '"' ? /["\\$`]/g : /[^\p{L}\p{N}_@%+=:,./-]/gu, '\\$&');
}

function writeCompletion(completion: Completion): void {
  if (completion.kind !== 'values') {
    writeSync(1, `${completion.kind}\t${completion.before}\n`);
    return;
  }
  // They go to shells: no line feeds, and no control sequences for the terminal.
  const lines = completion.candidates
    .filter(({ value }) => !/\p{C}/u.test(value))
    .map(({ value, description }) =>
      description === undefined ? value : `${value}\t${description.replace(/\p{C}/gu, ' ')}`,
    );
  writeSync(1, `${[completion.open ? 'open' : 'values', ...lines].join('\n')}\n`);
}

// An error message would appear in the middle of the line that is typed.
main().catch(() => {});

// The code of `waypost __complete`. The completion scripts run this command when the user presses Tab. The first line
// of the output is the kind of completion: `values`, `open`, `files` or `directories`. Each later line is a value, with
// its description after a tab. If an error occurs, the output is empty.
import { writeSync } from 'node:fs';
import { splitLine } from '../../../lib/shell-word';
import type { CompletionKind } from '../command';
import { type Completion, completionAt } from './candidates';
import { positionIn } from './position';

/** Loads the module that completes account values. Other completions do not need this module. */
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
    // The PowerShell script encodes the line's words as base64, because the Windows command interpreter, which runs
    // waypost.cmd, would change special characters.
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

/**
 * Converts candidates to the form that Bash expects. Bash replaces only the text after the last word break in the line,
 * and inserts the replacement unchanged.
 */
function inBash(completion: Completion, replacedFrom: number, quote: string): Completion {
  if (completion.kind !== 'values') return completion;
  const candidates = completion.candidates
    .map(({ value }) => value.slice(replacedFrom))
    // In double quotes, `!` cannot be escaped, because history expansion keeps the backslash as part of the text. This
    // code therefore omits candidates that contain `!`.
    .filter((rest) => quote !== '"' || !rest.includes('!'))
    .map((rest) => ({ value: bashText(rest, quote) }));
  return { ...completion, candidates };
}

/** Escapes text for Bash. `quote` is the opening quote before the text, or empty. */
function bashText(text: string, quote: string): string {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  return text.replace(quote === '"' ? /["\\$`]/g : /[^\p{L}\p{N}_@%+=:,./-]/gu, '\\$&');
}

function writeCompletion(completion: Completion): void {
  if (completion.kind !== 'values') {
    writeSync(1, `${completion.kind}\t${completion.before}\n`);
    return;
  }
  // A shell reads the output, so a candidate must not contain line feeds or control sequences for the terminal.
  const lines = completion.candidates
    .filter(({ value }) => !/\p{C}/u.test(value))
    .map(({ value, description }) =>
      description === undefined ? value : `${value}\t${description.replace(/\p{C}/gu, ' ')}`,
    );
  writeSync(1, `${[completion.open ? 'open' : 'values', ...lines].join('\n')}\n`);
}

// Ignores errors, because an error message would appear in the middle of the line that the user is typing.
main().catch(() => {});

// Saves results in waypost's data directory if waypost cannot write the results next to the output file. The saved
// results form a second journal, which the next run with --resume adds to the first journal.
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../lib/directory';
import { fingerprint } from '../lib/resumable-file';
import { Journal } from './journal';
import { type JournalHead, readJournal } from './journal-lines';
import type { AnsweredRow } from './row';

/** Returns the path of the file for results that cannot be written next to the output file. */
export function rescuePathOf(directory: string, target: string): string {
  return join(directory, `${fingerprint(target)}-answers`);
}

/** The rescued results of a run. `keep` creates the file when it saves the first result. */
export class Rescue {
  readonly path: string;
  readonly #head: JournalHead;
  #journal: Journal | undefined;

  constructor(path: string, head: JournalHead) {
    this.path = path;
    this.#head = head;
  }

  /** Saves a result. Returns false if saving fails. */
  keep(row: AnsweredRow): boolean {
    try {
      this.#journal ??= this.#created();
      this.#journal.answered(row);
      return true;
    } catch {
      return false;
    }
  }

  /** Closes the file. Resolves when all results are written to disk. */
  async close(): Promise<void> {
    await this.#journal?.sync();
    this.#journal?.close();
    this.#journal = undefined;
  }

  /** Removes the file, even if an earlier run created it. */
  discard(): void {
    this.#journal?.close();
    this.#journal = undefined;
    try {
      rmSync(this.path, { force: true });
    } catch {
      // A failure is harmless, because the batch does not need this file.
    }
  }

  #created(): Journal {
    makeDirectory(dirname(this.path), 0o700);
    return Journal.create(this.path, this.#head);
  }
}

/**
 * Moves the rescued results to the journal next to the output file. If writing fails, for example because the disk is
 * still full, throws `write_failed` and keeps the rescued results. Ignores results from a different batch.
 */
export async function takeRescued(target: string, path: string, rescuePath: string): Promise<void> {
  if (!existsSync(rescuePath)) return;
  const head = await headOf(rescuePath);
  const isBegun = existsSync(path);
  const isFinished = !isBegun && existsSync(target);
  if (head === undefined || isFinished) return;
  if (isBegun && JSON.stringify(await headOf(path)) !== JSON.stringify(head)) return;
  const journal = isBegun ? Journal.reopen(path) : Journal.create(path, head);
  try {
    for await (const line of readJournal(rescuePath)) {
      if (line.kind === 'answered') journal.answered(line.row);
    }
    await journal.sync();
  } finally {
    journal.close();
  }
  rmSync(rescuePath, { force: true });
}

async function headOf(path: string): Promise<JournalHead | undefined> {
  for await (const line of readJournal(path)) {
    return line.kind === 'head' ? line.head : undefined;
  }
  return undefined;
}

// Answers that could not be written beside their target, in a directory of the tool's own. They are a journal
// themselves, which the next run with --resume adds to the other one.
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../lib/directory';
import { fingerprint } from '../lib/resumable-file';
import { Journal } from './journal';
import { type JournalHead, readJournal } from './journal-lines';
import type { AnsweredRow } from './row';

/** Where the answers of a target are kept that could not be written beside it. */
export function rescuePathOf(directory: string, target: string): string {
  return join(directory, `${fingerprint(target)}-answers`);
}

/** The rescued answers of a run; the file is there once there is one. */
export class Rescue {
  readonly path: string;
  readonly #head: JournalHead;
  #journal: Journal | undefined;

  constructor(path: string, head: JournalHead) {
    this.path = path;
    this.#head = head;
  }

  /** Keeps an answer. False where it cannot be written here either. */
  keep(row: AnsweredRow): boolean {
    try {
      this.#journal ??= this.#created();
      this.#journal.answered(row);
      return true;
    } catch {
      return false;
    }
  }

  /** Resolves when all of it is on the disk. */
  async close(): Promise<void> {
    await this.#journal?.sync();
    this.#journal?.close();
    this.#journal = undefined;
  }

  /** Removes it, and what an earlier run left. */
  discard(): void {
    this.#journal?.close();
    this.#journal = undefined;
    try {
      rmSync(this.path, { force: true });
    } catch {
      // A directory of the tool's own that cannot be used is no reason to refuse a batch that does not need it.
    }
  }

  #created(): Journal {
    makeDirectory(dirname(this.path), 0o700);
    return Journal.create(this.path, this.#head);
  }
}

/**
 * Adds the rescued answers to those beside the target, and removes them there. Throws `write_failed`, and keeps them,
 * where there is still no room. Those of another batch are left alone.
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

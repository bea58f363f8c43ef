// The shape every command has: `register` names its options, and hands the run over.
import type { Command } from 'commander';
import type { Context } from './context';

/**
 * Makes an action of a run: what the parser calls becomes a call of `run` with this run's context,
 * the command's own options and its positional arguments.
 */
export type Act = <Options>(
  run: (context: Context, options: Options, ...positionals: string[]) => Promise<void>,
) => (...parsed: unknown[]) => Promise<void>;

/** What a command's module exports. */
export interface CommandModule {
  register(command: Command, act: Act): void;
}

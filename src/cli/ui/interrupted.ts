// How an interrupt reaches whatever waits: as a signal of the system, or, at a prompt, as a key.

/** The person pressed Ctrl-C or closed the terminal at a prompt. */
export class PromptInterrupted extends Error {}

/** A command that was run for the user died of a signal; this process is to end in the same way. */
export class DiedOf extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`died of ${signal}`);
  }
}

/** Aborted when the process is told to end. One for the process, as its signals are. */
export const interruption = new AbortController();

let handler: ((signal: NodeJS.Signals) => void) | undefined;

/** Who gets the signals that would interrupt this run. */
export const signals = {
  /** From now on signals go to `take` and end nothing; returns what gives them back. */
  take(take: (signal: NodeJS.Signals) => void): () => void {
    handler = take;
    return () => {
      handler = undefined;
    };
  },
  /** Whether somebody took a signal. */
  taken(signal: NodeJS.Signals): boolean {
    handler?.(signal);
    return handler !== undefined;
  },
};

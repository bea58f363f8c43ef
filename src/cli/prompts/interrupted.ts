// How an interrupt reaches waiting code: as a signal of the system, or, at a prompt, as a key.

/** The person pressed Ctrl-C or closed the terminal at a prompt. */
export class PromptInterrupted extends Error {}

/** A signal ended the user's command; this process ends in the same way. */
export class DiedOf extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`died of ${signal}`);
  }
}

/** Aborted when the process is told to end. There is one, as signals are for the process. */
export const interruption = new AbortController();

let handler: ((signal: NodeJS.Signals) => void) | undefined;

/** The receiver of signals that would interrupt this run. */
export const signals = {
  /** Passes signals to `take` instead of ending the run; returns a function that undoes this. */
  take(take: (signal: NodeJS.Signals) => void): () => void {
    handler = take;
    return () => {
      handler = undefined;
    };
  },
  /** Whether a handler received the signal. */
  taken(signal: NodeJS.Signals): boolean {
    handler?.(signal);
    return handler !== undefined;
  },
};

// Passes an interrupt to waiting code. An interrupt is a signal from the system, or a key at a prompt.

/** The user pressed Ctrl-C or closed the terminal at a prompt. */
export class PromptInterrupted extends Error {}

/** A signal ended the user's command. waypost then ends with the same signal. */
export class DiedOf extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`died of ${signal}`);
  }
}

/**
 * Aborts when the process receives a signal to end. There is only one controller, because signals are sent to the
 * process.
 */
export const interruption = new AbortController();

let handler: ((signal: NodeJS.Signals) => void) | undefined;

/** The receiver of signals that would otherwise interrupt this run. */
export const signals = {
  /** Passes signals to `take` instead of ending the run. Returns a function that restores the default. */
  take(take: (signal: NodeJS.Signals) => void): () => void {
    handler = take;
    return () => {
      handler = undefined;
    };
  },
  /** Passes a signal to the handler. Returns true if there is a handler. */
  taken(signal: NodeJS.Signals): boolean {
    handler?.(signal);
    return handler !== undefined;
  },
};

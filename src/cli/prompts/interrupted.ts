// Notifies waiting code about an interruption. An interruption is a signal from the system, or a key combination such
// as Ctrl-C at a prompt.

/** The error that a prompt throws if the user presses Ctrl-C or closes the terminal. */
export class PromptInterrupted extends Error {}

/**
 * The error that waypost throws if a signal ended the program that `exec` or `proxy` runs. waypost then ends with the
 * same signal.
 */
export class DiedOf extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`died of ${signal}`);
  }
}

/**
 * Aborts when the process receives a signal to end. All commands that run in this process share this controller,
 * because the operating system sends signals to the process.
 */
export const interruption = new AbortController();

let handler: ((signal: NodeJS.Signals) => void) | undefined;

/** Lets code handle the signals that would otherwise interrupt waypost. */
export const signals = {
  /**
   * Passes signals to a handler instead of interrupting waypost. Returns a function that restores the default behavior.
   */
  take(take: (signal: NodeJS.Signals) => void): () => void {
    handler = take;
    return () => {
      handler = undefined;
    };
  },
  /** Passes a signal to the handler, if there is one. Returns true if there is a handler. */
  taken(signal: NodeJS.Signals): boolean {
    handler?.(signal);
    return handler !== undefined;
  },
};

// How an interrupt reaches whatever waits: as a signal of the system, or, at a prompt, as a key.

/** The person pressed Ctrl-C or closed the terminal at a prompt. */
export class PromptInterrupted extends Error {}

/** Aborted when the process is told to end. One for the process, as its signals are. */
export const interruption = new AbortController();

// A prompt takes Ctrl-C as a key, so no signal arrives: this stands for it.

/** The person pressed Ctrl-C or closed the terminal at a prompt. */
export class PromptInterrupted extends Error {}

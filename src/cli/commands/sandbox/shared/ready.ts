// What a sandbox that answers says of itself, whether it runs here or was started in the background.

/** What it prints with --json once it is ready. */
export interface Ready {
  /** Base URL of the service. */
  url: string;
  port: number;
  host: string;
  pid: number;
  detached: boolean;
  /** Its data folder; null when it keeps everything in memory. */
  data: string | null;
  /** It was running, and --reuse found it. */
  reused?: true;
}

/** How to stop it, for a person. */
export function howToStop({ port, detached }: Ready, reused = false): string {
  return detached || reused
    ? `Stop it with \`waypost sandbox stop --port ${port}\`.`
    : 'Press Ctrl-C to stop it.';
}

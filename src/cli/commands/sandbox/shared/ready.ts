// What a sandbox or a session that answers says of itself, whether it runs here or was started in the background.

/** What both print with --json once they are ready. */
interface Listening {
  /** Base URL of the service. */
  url: string;
  port: number;
  host: string;
  pid: number;
  detached: boolean;
}

/** A sandbox. */
export interface Ready extends Listening {
  /** Its data folder; null when it keeps everything in memory. */
  data: string | null;
  /** It was running, and --reuse found it. */
  reused?: true;
}

/** A session. */
export interface SessionReady extends Listening {
  /** Absolute path. */
  file: string;
}

/** How to stop it, for a person. */
export function howToStop({ port, detached }: Listening, reused = false): string {
  return detached || reused
    ? `Stop it with \`waypost sandbox stop --port ${port}\`.`
    : 'Press Ctrl-C to stop it.';
}

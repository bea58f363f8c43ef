// What a sandbox that answers says of itself, whether it runs here or was started in the background.

/** What `sandbox start --json` prints at readiness. */
export interface Ready {
  /** Base URL of the service. */
  url: string;
  port: number;
  host: string;
  pid: number;
  /** Its data folder; null when it keeps everything in memory. */
  data: string | null;
  detached: boolean;
  /** It ran already, and --reuse found it. */
  reused?: true;
}

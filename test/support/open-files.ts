// The files that this process has open, from Linux's /proc.
import { readdirSync, readlinkSync } from 'node:fs';

const handles = '/proc/self/fd';

/** The paths of open files and directories at or below a directory; always empty on other systems. */
export function openBelow(directory: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync(handles)
    .map((handle) => {
      try {
        return readlinkSync(`${handles}/${handle}`);
      } catch {
        return ''; // It was the one that read this list.
      }
    })
    .filter((path) => path.startsWith(directory));
}

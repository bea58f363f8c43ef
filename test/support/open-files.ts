// Lists the files that this process has open. Reads /proc, which only Linux has.
import { readdirSync, readlinkSync } from 'node:fs';

const handles = '/proc/self/fd';

/**
 * Returns the paths of open files and directories at or below a directory. On systems other than Linux, returns an empty
 * list.
 */
export function openBelow(directory: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync(handles)
    .map((handle) => {
      try {
        return readlinkSync(`${handles}/${handle}`);
      } catch {
        // This file descriptor belonged to the list itself, and is closed now.
        return '';
      }
    })
    .filter((path) => path.startsWith(directory));
}

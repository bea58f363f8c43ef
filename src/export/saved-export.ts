// The state of an unfinished export, from which another run resumes.
import type { ResumableFile } from '../lib/resumable-file';
import type { Checkpoint } from './export';
import type { Json } from './format';
import { windowsOf } from './range';
import { exportFailed } from './reasons';

const stateVersion = 4;

/** What a resumed run must have in common with the unfinished one, and the range, which it takes over. */
export interface SavedRequest {
  /** The inputs of the output: service, key, licensee, format and its options. No secrets. */
  identity: { [name: string]: Json };
  /** The range as the user gave it, to notice a different one. */
  typed: { [name: string]: Json };
  /** Milliseconds since the epoch. */
  start: number;
  end: number;
  explicit: boolean;
}

export interface SavedExport {
  request: SavedRequest;
  checkpoint: Checkpoint;
}

/** The state of an earlier run; undefined if there is none. Throws as `ResumableFile.load`. */
export function loadExport(file: ResumableFile): SavedExport | undefined {
  const state: unknown = file.load();
  if (state === undefined || isSavedExport(state)) return state;
  const message = `The unfinished export of ${file.target} is of another version.`;
  throw exportFailed('other_version', message, 'invalid_input');
}

export function savedState(saved: SavedExport): object {
  return { version: stateVersion, ...saved };
}

function isSavedExport(value: unknown): value is SavedExport {
  const { version, request, checkpoint } = Object(value);
  return (
    version === stateVersion &&
    isRequest(request) &&
    isCheckpoint(checkpoint) &&
    checkpoint.windows <= windowsOf(request).length
  );
}

function isRequest(value: unknown): value is SavedRequest {
  const { identity, typed, start, end, explicit } = Object(value);
  return (
    [identity, typed].every((one) => typeof one === 'object' && one !== null) &&
    isTime(start) &&
    isTime(end) &&
    start <= end &&
    typeof explicit === 'boolean'
  );
}

function isTime(value: unknown): value is number {
  return Number.isInteger(value) && !Number.isNaN(new Date(Number(value)).getTime());
}

function isCheckpoint(value: unknown): value is Checkpoint {
  const { windows, part } = Object(value);
  const isPart = part === undefined || (isWritten(part) && isTime(Object(part).start));
  return isCount(windows) && isWritten(value) && isPart;
}

function isWritten(value: unknown): boolean {
  const { rows, bytes, sum, format } = Object(value);
  return [rows, bytes, sum].every(isCount) && format !== undefined;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

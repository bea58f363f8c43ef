// The saved state of an unfinished export. A later run resumes from this state.
import type { OwnedKey } from '../client/owned-key';
import { fingerprint, type ResumableFile } from '../lib/resumable-file';
import { andList } from '../lib/word-list';
import type { Json } from './format';
import type { ExportShape } from './formats';
import { windowsOf } from './range';
import { exportFailed } from './reasons';
import type { Checkpoint } from './windows';

const stateVersion = 4;

/**
 * The request of an unfinished export. A run that resumes the export must have the same identity, and uses the saved
 * range.
 */
export interface SavedRequest {
  /**
   * All values that determine the output: service, key, licensee, format and the format's options. The identity
   * contains digests instead of the keys and the licensee.
   */
  identity: { [name: string]: Json };
  /** The range options as the user typed them, to detect different options in a later run. */
  typed: { [name: string]: Json };
  /** The start of the range, in milliseconds since the epoch. */
  start: number;
  end: number;
  explicit: boolean;
}

/** The lookup log to export. */
export interface ExportedLog extends Pick<OwnedKey, 'key' | 'managementKey'> {
  service: Pick<OwnedKey['service'], 'baseUrl'>;
  /** The licensee whose lookups to export, or undefined to export all lookups. */
  licensee: string | undefined;
}

export interface SavedExport {
  request: SavedRequest;
  checkpoint: Checkpoint;
}

export function requestIdentity(
  { service, key, managementKey, licensee }: ExportedLog,
  { format, header, safeCells, byDay, fields }: ExportShape,
): SavedRequest['identity'] {
  return {
    service: service.baseUrl.href,
    key: fingerprint(`${key} ${managementKey}`),
    licensee: licensee === undefined ? null : fingerprint(licensee),
    format,
    '--header': header,
    '--safe-cells': safeCells,
    '--partition-by': byDay,
    '--fields': fields?.join(',') ?? null,
  };
}

/**
 * Returns the unfinished export to resume, or undefined if no export is unfinished. Throws `invalid_input` if the
 * identity or the version differs, or if the user typed a different range. Throws the errors of `ResumableFile.load`.
 */
export function resumableExport(
  file: ResumableFile,
  identity: SavedRequest['identity'],
  typed: SavedRequest['typed'],
): SavedExport | undefined {
  const saved = loadExport(file);
  if (saved === undefined) return undefined;
  const differing = differentNames(saved.request.identity, identity);
  if (Object.keys(typed).length > 0) {
    differing.push(...differentNames(saved.request.typed, typed));
  }
  if (differing.length === 0) return saved;
  const message = `The unfinished export to ${file.target} was started with a different ${andList(differing)}.`;
  throw exportFailed('export_differs', message, 'invalid_input');
}

function differentNames(a: SavedRequest['identity'], b: SavedRequest['identity']): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => (a[name] ?? null) !== (b[name] ?? null));
}

function loadExport(file: ResumableFile): SavedExport | undefined {
  const state: unknown = file.load();
  if (state === undefined || isSavedExport(state)) return state;
  const message = `A different version of waypost started the unfinished export to ${file.target}.`;
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

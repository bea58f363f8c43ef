// The picker of `waypost places search`. The picker searches while the user types. These searches cost nothing. After
// the user has chosen a place, waypost resolves the place, which costs one lookup. If --print-id is set, waypost
// instead prints only the place's ID. waypost loads this module only when the picker opens.
import type { LookupKey, LookupParameters } from '../../../client/lookup';
import {
  type PlaceHit,
  placeHits,
  type SearchQuota,
  searchDelayMs,
} from '../../../client/place-hits';
import { errorCodes } from '../../../lib/error-codes';
import { WaypostError } from '../../../lib/errors';
import type { Explanation } from '../../output/output';
import { oneLine } from '../../output/printable';
import { counted } from '../../output/words';
import type { SearchDelay, SearchFunction } from '../../prompts/live-search';
import { openPicker } from '../../prompts/picker';
import type { Dependencies } from '../../run/dependencies';
import { lookupKey } from '../../run/lookup-key';
import type { System } from '../../run/system';
import { type LookupCommand, showLookupWith } from '../shared/lookup';

/**
 * Lets the user pick a place, then prints the place or only its ID. Throws PromptInterrupted if the user closes the
 * picker.
 */
export async function pickPlace(
  { system, output, credentials, service, settings }: Dependencies,
  { query = '', ...filters }: LookupParameters,
  resolving: LookupCommand,
  idOnly: boolean,
): Promise<void> {
  const resolved = await credentials.resolve();
  const key = await lookupKey({ service, settings }, resolved);
  const [color, explanation] = await Promise.all([output.stderrColors(), output.explanation()]);
  const { id, name } = await output.whileDrawing(() =>
    openPicker<PlaceHit>({
      source: sourceOf(key, filters, system),
      labelOf: (hit) => ({ label: hit.name, detail: hit.country }),
      texts: {
        label: 'Place',
        idle: 'Type the name of a place; searching costs nothing',
        none: 'No places found',
        action: idOnly ? 'print the ID' : 'resolve the place (1 lookup)',
      },
      text: query,
      clock: system.clock,
      color,
      explain: (error) => passingError(error, explanation),
    }),
  );
  await output.note((look) => `${look.dim('Place:')} ${oneLine(name)}`);
  if (idOnly) output.print(`${oneLine(id)}\n`);
  else await showLookupWith(key, { system, output, settings }, resolved, resolving, { id });
}

function sourceOf(
  key: LookupKey,
  filters: LookupParameters,
  { clock, interrupted }: System,
): SearchFunction<PlaceHit> {
  return async (query, { signal, tell }) => {
    const { hits, quota: allowance } = await placeHits(
      key,
      { ...filters, query },
      {
        signal: AbortSignal.any([signal, interrupted]),
        onRetry: (ms) => tell(`No response yet. Retrying in ${secondsText(ms)}.`),
      },
    );
    return { hits, delay: spareOf(allowance, clock.now()) };
  };
}

function spareOf(allowance: SearchQuota | undefined, now: number): SearchDelay | undefined {
  const ms = allowance === undefined ? 0 : searchDelayMs(allowance, now);
  if (allowance === undefined || ms === 0) return undefined;
  const { remaining } = allowance;
  const allowed =
    remaining === 0 ? 'no more searches' : counted(remaining, 'more search', 'more searches');
  return {
    ms,
    reason: (leftMs) =>
      `The service allows ${allowed} for now. Next search in ${secondsText(leftMs)}.`,
  };
}

/**
 * If a later search might succeed despite this error, returns the lines that explain the error. Otherwise, returns
 * undefined.
 */
function passingError(error: unknown, explanation: Explanation): string[] | undefined {
  if (!(error instanceof WaypostError)) return undefined;
  const mayPass = error.exitStatus === errorCodes.network_error.exitStatus || error.status === 400;
  return mayPass ? explanation(error) : undefined;
}

function secondsText(ms: number): string {
  return counted(Math.ceil(ms / 1000), 'second');
}

// The settings of a key that the sandbox has beside those of its owner: what a control call may change, and
// what the store holds.
import * as z from 'zod/mini';
import { changedSettings } from '../../api/keys';

// Only the owner sets the rate limit, and nobody the top-ups.
const { name, rate_limit: _rate, automated_topups: _topups, ...controlled } = changedSettings;

/** The settings a control call may change; other members are refused. */
export const keyPatch = z.exactPartial(
  z.strictObject({
    name,
    lookups_remaining: z.int().check(z.gte(0), z.lte(1_000_000_000)),
    ...controlled,
  }),
);

/**
 * The schema of the store. Names and URLs of earlier versions are read unchanged: to skip one would lose a
 * restriction of the key.
 */
export const storedSettings = z.exactPartial(
  z.object({
    ...changedSettings,
    name: z.string(),
    allowed_urls: z.array(z.string()).check(z.maxLength(10)),
  }),
);

/** Settings to change; missing ones stay. */
export type SettingChanges = z.infer<typeof storedSettings>;

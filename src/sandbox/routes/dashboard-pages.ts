// What the pages of the dashboard show, looked up in the sandbox.
import { catalogue } from '../../api/catalogue';
import { defaultRangeDays } from '../../api/limits';
import { keyOf } from '../control/keys';
import type { Call } from '../http/call';
import type { Failed } from '../pages/dashboard/forms';
import { homePage, type ListedKey } from '../pages/dashboard/home-page';
import { keyPage, logPage, type Shown } from '../pages/dashboard/key-page';
import { clockPage, faultsPage } from '../pages/dashboard/machine-pages';
import { hindrance, lookupsRemaining } from '../rules/allowance';
import { heldBackUntil } from '../rules/caller';
import { dashboardDetailsOf } from '../rules/key-views';
import { usageOf } from '../rules/usage';
import type { Sandbox } from '../sandbox';
import { type ApiKey, sharedTestKey } from '../store/keys';

const accountsOfPage = 25;
const rowsOfKeyPage = 10;
const rowsOfLogPage = 50;
const day = 86_400_000;

/** Shows a page, with a form that could not be carried out where there is one. */
export type Page = (call: Call, failed?: Failed) => Response | Promise<Response>;

function shown({ clock }: Sandbox, call: Call, failed: Failed | undefined): Shown {
  return { now: clock.now(), done: call.query.get('done') ?? undefined, failed };
}

/** Accounts and their keys, newest first; the shared test key last. */
export function home(sandbox: Sandbox): Page {
  const { store } = sandbox;
  return (call) => {
    const listed = (key: ApiKey): ListedKey => {
      const code = hindrance(sandbox, key, call.address);
      return {
        key: key.key,
        name: key.settings.name,
        plan: key.settings.plan,
        lookups_remaining: lookupsRemaining(sandbox, key),
        hindrance: code && catalogue[code].message,
      };
    };
    const all = store.accounts.list().reverse();
    const pages = Math.max(1, Math.ceil(all.length / accountsOfPage));
    const asked = Number(call.query.get('page') ?? 1);
    const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pages) : 1;
    const shared = store.keys.find(sharedTestKey);
    return homePage(
      {
        accounts: all.slice((page - 1) * accountsOfPage, page * accountsOfPage).map((account) => ({
          user_id: account.userId,
          email: account.profile.email ?? '',
          name: account.profile.name ?? '',
          keys: store.keys.ofAccount(account.id).map(listed),
        })),
        total: all.length,
        page,
        pages,
        shared: shared && listed(shared),
      },
      shown(sandbox, call, undefined),
    );
  };
}

/** Everything about a key. */
export function oneKey(sandbox: Sandbox): Page {
  const { store, clock } = sandbox;
  return async (call, failed) => {
    const { id } = keyOf(sandbox, call);
    const now = clock.now();
    const start = (Math.floor(now / day) - defaultRangeDays + 1) * day;
    const end = start + defaultRangeDays * day - 1;
    const usage = await usageOf(sandbox, {
      keyId: id,
      start,
      end,
      tags: [],
      licenseeId: undefined,
    });
    // Counting takes a while on a long log: the key may be another, or gone.
    const key = keyOf(sandbox, call);
    const account = key.accountId === null ? undefined : store.accounts.find(key.accountId);
    const code = hindrance(sandbox, key, call.address);
    return keyPage(
      {
        key: key.key,
        account: account && {
          userId: account.userId,
          userToken: account.userToken,
          name: account.profile.name ?? account.profile.email ?? account.userId,
        },
        createdAt: key.createdAt,
        details: dashboardDetailsOf(sandbox, key),
        hindrance: code && { code, message: catalogue[code].message },
        heldBackUntil: heldBackUntil(sandbox, key),
        usage,
        newest: store.log.newest(key.id, rowsOfKeyPage),
      },
      shown(sandbox, call, failed),
    );
  };
}

/** The live log of a key. */
export function keyLog(sandbox: Sandbox): Page {
  return (call) => {
    const { id, key, settings } = keyOf(sandbox, call);
    const rows = sandbox.store.log.newest(id, rowsOfLogPage);
    const live = !call.query.has('pause');
    return logPage({ key, name: settings.name, rows, live }, sandbox.clock.now());
  };
}

/** The clock. */
export function clock(sandbox: Sandbox): Page {
  return (call, failed) => clockPage(shown(sandbox, call, failed));
}

/** The faults that are set. */
export function faults(sandbox: Sandbox): Page {
  return (call, failed) => faultsPage(sandbox.faults.list(), shown(sandbox, call, failed));
}

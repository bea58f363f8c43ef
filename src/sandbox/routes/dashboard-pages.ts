// The values of the dashboard's pages, read from the sandbox.
import { catalogue } from '../../api/catalogue';
import { defaultRangeDays } from '../../api/limits';
import { keyOf } from '../control/keys';
import type { Call } from '../http/call';
import type { KeyHead, Shown } from '../pages/dashboard/frame';
import { homePage, type ListedKey } from '../pages/dashboard/home-page';
import { keyPage, usageRanges } from '../pages/dashboard/key-page';
import { clockPage, faultsPage, requestsPage } from '../pages/dashboard/machine-pages';
import { settingsPage } from '../pages/dashboard/settings-page';
import { denial, lookupsRemaining } from '../rules/billing';
import { heldBackUntil } from '../rules/caller';
import { dashboardDetailsOf } from '../rules/key-views';
import { usageOf } from '../rules/log';
import type { Sandbox } from '../sandbox';
import { type ApiKey, sharedTestKey } from '../store/keys';

const accountsOfPage = 25;
const rowsOfOverview = 10;
const day = 86_400_000;

/** Shows a page, with the time and the last notice or the refused form. */
export type Page = (call: Call, shown: Shown) => Response | Promise<Response>;

export function headOf({ store }: Sandbox, key: ApiKey): KeyHead {
  const account = key.accountId === null ? undefined : store.accounts.find(key.accountId);
  return {
    key: key.key,
    name: key.settings.name,
    account: account && {
      userId: account.userId,
      userToken: account.userToken,
      name: account.profile.name ?? account.profile.email ?? account.userId,
    },
    createdAt: key.createdAt,
  };
}

/** Accounts and their keys, newest first; the shared test key last. */
export function home(sandbox: Sandbox): Page {
  const { store } = sandbox;
  return (call, shown) => {
    const listed = (key: ApiKey): ListedKey => {
      const code = denial(sandbox, key, call.address);
      return {
        key: key.key,
        name: key.settings.name,
        plan: key.settings.plan,
        lookups_remaining: lookupsRemaining(sandbox, key),
        denial: key.settings.suspended ? 'Suspended' : code && catalogue[code].message,
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
      shown,
    );
  };
}

export function overview(sandbox: Sandbox): Page {
  const { store } = sandbox;
  return async (call, shown) => {
    const { id } = keyOf(sandbox, call);
    const { now } = shown;
    const asked = Number(call.query.get('days'));
    const days = usageRanges.find((one) => one === asked) ?? defaultRangeDays;
    const start = (Math.floor(now / day) - days + 1) * day;
    const end = start + days * day - 1;
    const filter = { keyId: id, start, end, tags: [], licenseeId: undefined };
    const usage = await usageOf(sandbox, filter);
    // Counting a long log takes a while: the key may have changed or been deleted.
    const key = keyOf(sandbox, call);
    const code = denial(sandbox, key, call.address);
    return keyPage(
      {
        head: headOf(sandbox, key),
        details: dashboardDetailsOf(sandbox, key),
        denial: code && { code, message: catalogue[code].message },
        heldBackUntil: heldBackUntil(sandbox, key),
        usage,
        newest: store.log.newest(key.id, rowsOfOverview),
      },
      shown,
    );
  };
}

export function settings(sandbox: Sandbox): Page {
  return (call, shown) => {
    const key = keyOf(sandbox, call);
    const details = dashboardDetailsOf(sandbox, key);
    return settingsPage(headOf(sandbox, key), details, shown);
  };
}

export const clock: Page = (_call, shown) => clockPage(shown);

export function requests(sandbox: Sandbox): Page {
  return (_call, shown) => requestsPage(sandbox.journal.list(), shown);
}

export function faults(sandbox: Sandbox): Page {
  return (_call, shown) => faultsPage(sandbox.faults.numbered(), shown);
}

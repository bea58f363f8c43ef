// The licensees of a key on the dashboard: the values of the pages, and the actions of the forms.
import { ControlError, type ControlHandler } from '../control/control';
import { keyOf } from '../control/keys';
import type { Call } from '../http/call';
import { licenseePage, licenseesPage } from '../pages/dashboard/licensee-pages';
import { addLicensee, changeLicensee, licenseeInPath, licenseeView } from '../rules/licensees';
import type { Sandbox } from '../sandbox';
import { licenseeChanges, newLicensee } from '../schemas/licensee';
import type { ApiKey } from '../store/keys';
import type { Licensee } from '../store/licensees';
import { changing, headOf, type Page } from './dashboard-pages';

const licenseesOfPage = 25;

/** The key in the path, if it has licensees. */
function sublicensingKeyOf(sandbox: Sandbox, call: Call): ApiKey {
  const key = keyOf(sandbox, call);
  if (!key.settings.sublicensing) throw new ControlError(409, 'this key is not for sublicensing');
  return key;
}

const licenseeOf = (sandbox: Sandbox, call: Call): Licensee =>
  licenseeInPath(sandbox, call, sublicensingKeyOf(sandbox, call));

/** The list of licensees. */
export function licensees(sandbox: Sandbox): Page {
  return (call, shown) => {
    const key = keyOf(sandbox, call);
    const query = (call.query.get('q') ?? '').trim();
    const asked = call.query.get('after') ?? '';
    const after = /^\d{1,15}$/.test(asked) ? Number(asked) : 0;
    const limit = licenseesOfPage + 1;
    const found = sandbox.store.licensees.list(key.id, { after, limit, name: query });
    const page = found.slice(0, licenseesOfPage);
    return licenseesPage(
      {
        head: headOf(sandbox, key),
        sublicensing: key.settings.sublicensing,
        licensees: page.map((one) => licenseeView(sandbox, one)),
        query,
        next: found.length === limit ? String(page.at(-1)?.id) : undefined,
        isFirst: after === 0,
      },
      shown,
    );
  };
}

/** One licensee. */
export function licensee(sandbox: Sandbox): Page {
  return (call, shown) => {
    const one = licenseeView(sandbox, licenseeOf(sandbox, call));
    const head = headOf(sandbox, keyOf(sandbox, call));
    return licenseePage(head, one, shown);
  };
}

/** The actions of the forms. */
export function licenseeForms(
  sandbox: Sandbox,
): Record<'create' | 'update' | 'cancel' | 'regenerate', ControlHandler<Licensee>> {
  const { store, clock } = sandbox;
  return {
    create: async (call, receive) => {
      const given = await receive(newLicensee);
      return changing(sandbox, () => addLicensee(sandbox, sublicensingKeyOf(sandbox, call), given));
    },
    update: async (call, receive) => {
      const changes = await receive(licenseeChanges);
      return changing(sandbox, () => changeLicensee(sandbox, licenseeOf(sandbox, call), changes));
    },
    cancel: (call) => {
      const one = licenseeOf(sandbox, call);
      store.licensees.cancel(one.id, clock.now());
      return one;
    },
    regenerate: (call) => store.licensees.renewKey(licenseeOf(sandbox, call)),
  };
}

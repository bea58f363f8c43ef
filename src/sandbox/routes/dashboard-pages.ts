// The table of dashboard pages: each page's path, and the control API handler for each form.
import * as z from 'zod/mini';
import type { ControlHandler } from '../control/control';
import { keyCalls } from '../control/keys';
import { machineCalls } from '../control/machine';
import { type Form, optionalText } from '../pages/dashboard/forms';
import { type PageHandler, paths } from '../pages/dashboard/frame';
import { homePage } from '../pages/dashboard/home-page';
import { overviewPage } from '../pages/dashboard/key-page';
import { logPage, sampleForm } from '../pages/dashboard/log-page';
import { lookupPage } from '../pages/dashboard/lookup-page';
import {
  advanceForm,
  clockPage,
  faultForm,
  faultsPage,
  requestsPage,
  setForm,
} from '../pages/dashboard/machine-pages';
import {
  balanceForm,
  notificationsForm,
  settingsForm,
  settingsPage,
} from '../pages/dashboard/settings-page';
import type { Sandbox } from '../server/sandbox';

/** A form on a dashboard page, and the handler that processes the submitted form. */
export interface Submission<R = unknown> {
  form: Form;
  /** The control API handler that processes the form. */
  handler: ControlHandler<R>;
  /** A notice that the next page shows if the handler succeeds. */
  notice: string;
  /** Returns the path of the next page. If this function is not set, the next page is the page with the form. */
  nextPage?(result: R): string;
}

export interface DashboardPage {
  path: string;
  page: PageHandler;
  /** The forms on the page, by the path to which the browser submits each form. */
  forms?: Readonly<Record<string, Submission>>;
}

/** The path of an API key's overview page. The paths of the key's other pages begin with this path. */
export const keyRoute = `${paths.home}/keys/:key`;

/** A form without fields, for a single button. */
const buttonForm: Form = { name: 'button', fields: [] };

function buttonSubmission(handler: ControlHandler, notice: string): Submission {
  return { form: buttonForm, handler, notice };
}

/** The form that creates an API key. If the account field is empty, the form also creates an account. */
const newKeyForm: Form = {
  name: 'new-key',
  fields: [optionalText('account', 'Account')],
};

const removeFaultForm: Form = {
  name: 'remove',
  fields: [{ name: 'id', label: 'Fault', kind: 'integer' }],
};

/** Returns the handler that removes one fault rule. The handler also succeeds if the rule no longer exists. */
function removeFault(sandbox: Sandbox): ControlHandler {
  return async (_call, receive) => {
    const { id } = await receive(z.object({ id: z.int().check(z.gte(1)) }));
    return { removed: sandbox.faults.remove(id) };
  };
}

function dashboardHome(sandbox: Sandbox): DashboardPage {
  const newKey: Submission<{ key: string }> = {
    form: newKeyForm,
    handler: keyCalls(sandbox)['POST /keys'],
    notice: 'Key created.',
    nextPage: ({ key }) => paths.key(key),
  };
  const reset = machineCalls(sandbox)['POST /reset'];
  return {
    path: paths.home,
    page: homePage(sandbox),
    forms: {
      [`${paths.home}/keys`]: newKey,
      [`${paths.home}/reset`]: buttonSubmission(reset, 'Sandbox reset.'),
    },
  };
}

/** Returns the pages for the sandbox itself: clock, faults and recorded requests. */
function machinePages(sandbox: Sandbox): DashboardPage[] {
  const calls = machineCalls(sandbox);
  const moveClock = {
    handler: calls['POST /clock'],
    notice: 'Clock set.',
  };
  const redact = keyCalls(sandbox)['POST /redact'];
  return [
    {
      path: paths.clock,
      page: clockPage,
      forms: {
        [`${paths.clock}/advance`]: { ...moveClock, form: advanceForm },
        [`${paths.clock}/set`]: { ...moveClock, form: setForm },
        [`${paths.clock}/release`]: { ...moveClock, form: buttonForm },
        [`${paths.clock}/redact`]: buttonSubmission(redact, 'Redaction complete.'),
      },
    },
    {
      path: paths.faults,
      page: faultsPage(sandbox),
      forms: {
        [`${paths.faults}/add`]: {
          form: faultForm,
          handler: calls['POST /faults'],
          notice: 'Fault added.',
        },
        [`${paths.faults}/remove`]: {
          form: removeFaultForm,
          handler: removeFault(sandbox),
          notice: 'Fault removed.',
        },
        [`${paths.faults}/clear`]: buttonSubmission(
          calls['DELETE /faults'],
          'All added faults removed.',
        ),
      },
    },
    {
      path: paths.requests,
      page: requestsPage(sandbox),
      forms: {
        [`${paths.requests}/clear`]: buttonSubmission(
          calls['DELETE /requests'],
          'Requests cleared.',
        ),
      },
    },
  ];
}

/** Returns the pages for an API key: overview, lookup log, single log entry, and settings. */
function keyPages(sandbox: Sandbox): DashboardPage[] {
  const calls = keyCalls(sandbox);
  const update = calls['PATCH /keys/:key'];
  return [
    { path: keyRoute, page: overviewPage(sandbox) },
    {
      path: `${keyRoute}/log`,
      page: logPage(sandbox),
      forms: {
        [`${keyRoute}/lookups`]: {
          form: sampleForm,
          handler: calls['POST /keys/:key/lookups'],
          notice: 'Sample lookups added.',
        },
      },
    },
    { path: `${keyRoute}/log/:row`, page: lookupPage(sandbox) },
    {
      path: `${keyRoute}/settings`,
      page: settingsPage(sandbox),
      forms: {
        [`${keyRoute}/settings`]: {
          form: settingsForm,
          handler: update,
          notice: 'Settings saved.',
        },
        [`${keyRoute}/balance`]: {
          form: balanceForm,
          handler: update,
          notice: 'Balance set.',
        },
        [`${keyRoute}/notifications`]: {
          form: notificationsForm,
          handler: update,
          notice: 'Notifications saved.',
        },
        [`${keyRoute}/delete`]: {
          ...buttonSubmission(calls['DELETE /keys/:key'], 'Key deleted.'),
          nextPage: () => paths.home,
        },
      },
    },
  ];
}

export function dashboardPages(sandbox: Sandbox): DashboardPage[] {
  return [dashboardHome(sandbox), ...machinePages(sandbox), ...keyPages(sandbox)];
}

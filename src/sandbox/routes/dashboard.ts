// The dashboard: the path of each page, the control call of each form, and who may use it.
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import {
  ControlError,
  type ControlHandler,
  checkCaller,
  checkMachine,
  parseControl,
} from '../control/control';
import { keyCalls } from '../control/keys';
import { machineCalls } from '../control/machine';
import { BodyTooLarge, readForm } from '../http/body';
import { type Call, type RouteContext, readCall } from '../http/call';
import { Refusal } from '../http/responses';
import {
  documentOfForm,
  type Failed,
  type Form,
  formValues,
  optionalText,
} from '../pages/dashboard/forms';
import { type PageHandler, paths, refusalPage } from '../pages/dashboard/frame';
import { homePage } from '../pages/dashboard/home-page';
import { overviewPage } from '../pages/dashboard/key-page';
import { logCsv, logPage, lookupPage, sampleForm } from '../pages/dashboard/log-page';
import {
  advanceForm,
  clockPage,
  faultForm,
  faultsPage,
  requestsPage,
  setForm,
} from '../pages/dashboard/machine-pages';
import { dashboardScript, dashboardScriptPath } from '../pages/dashboard/script';
import {
  balanceForm,
  notificationsForm,
  settingsForm,
  settingsPage,
} from '../pages/dashboard/settings-page';
import type { Sandbox } from '../server/sandbox';

interface Route {
  method: 'GET' | 'POST';
  path: string;
  answer(context: RouteContext): Response | Promise<Response>;
}

const button: Form = { name: 'button', fields: [] };

/** POST /_sandbox/keys. Without an account it creates one. */
const newKeyForm: Form = {
  name: 'new-key',
  fields: [optionalText('account', 'Account')],
};

const removeForm: Form = {
  name: 'remove',
  fields: [{ name: 'id', label: 'Fault', kind: 'integer' }],
};

/** Removes one fault. One that applied for the last time meanwhile is removed as well. */
const removeFault =
  (sandbox: Sandbox): ControlHandler =>
  async (_call, receive) => {
    const { id } = await receive(z.object({ id: z.int().check(z.gte(1)) }));
    return { removed: sandbox.faults.remove(id) };
  };

/** Answers a request to the dashboard; errors are shown on a page. */
function guarded(
  sandbox: Sandbox,
  check: typeof checkCaller,
  answer: (call: Call) => Response | Promise<Response>,
) {
  return async (context: RouteContext): Promise<Response> => {
    const call = readCall(context);
    try {
      check(sandbox, call);
      return await answer(call);
    } catch (error) {
      if (error instanceof ControlError || error instanceof Refusal) {
        return refusalPage(error.status, error.message);
      }
      if (error instanceof BodyTooLarge) return refusalPage(413, 'the form is too large');
      sandbox.report(error);
      return refusalPage(500, 'the sandbox failed');
    }
  };
}

const keyRoute = `${paths.home}/keys/:key`;

interface Submission<R = unknown> {
  form: Form;
  handler: ControlHandler<R>;
  /** Shown after success, on the form's page unless `to` names another. */
  notice: string;
  to?(result: R): string;
}

interface DashboardPage {
  path: string;
  page: PageHandler;
  /** Its forms, by the path they are sent to. */
  forms?: Readonly<Record<string, Submission>>;
}

function pagesOf(sandbox: Sandbox): DashboardPage[] {
  const calls = { ...keyCalls(sandbox), ...machineCalls(sandbox) };
  const patch = calls['PATCH /keys/:key'];
  const moveClock = { handler: calls['POST /clock'], notice: 'Clock set.' };
  const newKey: Submission<{ key: string }> = {
    form: newKeyForm,
    handler: calls['POST /keys'],
    notice: 'Key created.',
    to: ({ key }) => paths.key(key),
  };
  const press = (handler: ControlHandler, notice: string): Submission => ({
    form: button,
    handler,
    notice,
  });
  return [
    {
      path: paths.home,
      page: homePage(sandbox),
      forms: {
        [`${paths.home}/keys`]: newKey,
        [`${paths.home}/reset`]: press(calls['POST /reset'], 'Sandbox reset.'),
      },
    },
    {
      path: paths.clock,
      page: clockPage,
      forms: {
        [`${paths.clock}/advance`]: { ...moveClock, form: advanceForm },
        [`${paths.clock}/set`]: { ...moveClock, form: setForm },
        [`${paths.clock}/release`]: { ...moveClock, form: button },
        [`${paths.clock}/redact`]: press(calls['POST /redact'], 'Redaction finished.'),
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
          form: removeForm,
          handler: removeFault(sandbox),
          notice: 'Fault removed.',
        },
        [`${paths.faults}/clear`]: press(calls['DELETE /faults'], 'All faults removed.'),
      },
    },
    {
      path: paths.requests,
      page: requestsPage(sandbox),
      forms: {
        [`${paths.requests}/clear`]: press(calls['DELETE /requests'], 'Requests cleared.'),
      },
    },
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
        [`${keyRoute}/settings`]: { form: settingsForm, handler: patch, notice: 'Settings saved.' },
        [`${keyRoute}/balance`]: { form: balanceForm, handler: patch, notice: 'Balance set.' },
        [`${keyRoute}/notifications`]: {
          form: notificationsForm,
          handler: patch,
          notice: 'Notifications saved.',
        },
        [`${keyRoute}/delete`]: {
          ...press(calls['DELETE /keys/:key'], 'Key deleted.'),
          to: () => paths.home,
        },
      },
    },
  ];
}

const seeOther = (to: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { Location: to, ...headers } });

export function dashboardRoutes(sandbox: Sandbox): Route[] {
  const notices = createNotices();
  const get = (path: string, answer: Parameters<typeof guarded>[2]): Route => ({
    method: 'GET',
    path,
    answer: guarded(sandbox, checkMachine, answer),
  });
  const routes: Route[] = [
    { method: 'GET', path: dashboardScriptPath, answer: dashboardScript },
    get(`${keyRoute}/log.csv`, logCsv(sandbox)),
  ];
  for (const { path: pagePath, page, forms = {} } of pagesOf(sandbox)) {
    const show = (call: Call, failed?: Failed, notice?: string) =>
      page(call, { now: sandbox.clock.now(), failed, notice });
    const location = (call: Call): string =>
      pagePath.replace(':key', encodeURIComponent(call.param('key')));
    routes.push(get(pagePath, (call) => show(call, undefined, notices.take(call))));
    for (const [path, { form, handler, notice, to }] of Object.entries(forms)) {
      const submit = async (call: Call): Promise<Response> => {
        const sent = await readForm(call, maxFormBytes);
        if (!sent) throw new ControlError(415, 'this is not the form of a page');
        const values = formValues(form, sent);
        try {
          const result = await handler(call, async (schema) =>
            parseControl(schema, documentOfForm(form, values)),
          );
          const cookie = { 'Set-Cookie': notices.cookieFor(notice) };
          return seeOther(to ? to(result) : location(call), cookie);
        } catch (error) {
          if (error instanceof Refusal) throw new ControlError(error.status, error.message);
          if (!(error instanceof ControlError) || !error.errors) throw error;
          return show(call, { form, values, problems: error.errors });
        }
      };
      routes.push({ method: 'POST', path, answer: guarded(sandbox, checkCaller, submit) });
      // A refused form is shown at this path: requested again, it redirects to its page.
      if (path !== pagePath) {
        routes.push({
          method: 'GET',
          path,
          answer: (context) => seeOther(location(readCall(context))),
        });
      }
    }
  }
  return routes;
}

const maxFormBytes = 256 * 1024;

// The notice of the last action, shown once on the next page. The text stays here; the browser gets a random
// name for it in a cookie, so that no link can put text on a page.

const cookie = 'waypost_notice';
const noticeSeconds = 60;
const maxWaiting = 100;

function createNotices() {
  const waiting = new Map<string, string>();
  const named = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]+)`);
  return {
    /** The Set-Cookie header for a notice. */
    cookieFor(notice: string): string {
      const name = randomBytes(12).toString('base64url');
      waiting.set(name, notice);
      // A browser may never come back: the oldest notice is dropped.
      for (const oldest of waiting.keys()) {
        if (waiting.size <= maxWaiting) break;
        waiting.delete(oldest);
      }
      return `${cookie}=${name}; Path=/dashboard; Max-Age=${noticeSeconds}; HttpOnly; SameSite=Strict`;
    },
    /** The notice for a requested page, once. */
    take(call: Call): string | undefined {
      // The script of a live page must not take the notice of the page that is being opened.
      if (call.method !== 'GET' || call.header('sec-fetch-dest') === 'empty') return undefined;
      const name = named.exec(call.header('cookie') ?? '')?.[1] ?? '';
      const notice = waiting.get(name);
      waiting.delete(name);
      return notice;
    },
  };
}

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
import { createKey, deleteKey, patchKey } from '../control/keys';
import { addLookups, redactLookups } from '../control/lookups';
import { faultCalls, requestCalls, reset, setClock } from '../control/machine';
import { Refusal } from '../http/answers';
import { BodyTooLarge, readForm } from '../http/body';
import { type Call, type RouteContext, readCall } from '../http/call';
import { documentOf, type Form, valuesOf } from '../pages/dashboard/forms';
import { paths, refusalPage } from '../pages/dashboard/frame';
import { sampleForm } from '../pages/dashboard/log-page';
import { advanceForm, faultForm, setForm } from '../pages/dashboard/machine-pages';
import { dashboardScript, scriptPath } from '../pages/dashboard/script';
import { balanceForm, notificationsForm, settingsForm } from '../pages/dashboard/settings-page';
import type { Sandbox } from '../sandbox';
import { log, logCsv, lookup } from './dashboard-log';
import { clock, faults, home, overview, type Page, requests, settings } from './dashboard-pages';

interface Route {
  method: 'GET' | 'POST';
  path: string;
  answer(context: RouteContext): Response | Promise<Response>;
}

const button: Form = { name: 'button', fields: [] };

/** POST /_sandbox/keys. Without an account it creates one. */
const newKeyForm: Form = {
  name: 'new-key',
  fields: [{ name: 'account', label: 'Account', kind: 'text', optional: true }],
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

const keyPath = `${paths.home}/keys/:key`;

const pagesOf = (sandbox: Sandbox): Record<string, Page> => ({
  [paths.home]: home(sandbox),
  [paths.clock]: clock,
  [paths.faults]: faults(sandbox),
  [paths.requests]: requests(sandbox),
  [keyPath]: overview(sandbox),
  [`${keyPath}/log`]: log(sandbox),
  [`${keyPath}/log/:row`]: lookup(sandbox),
  [`${keyPath}/settings`]: settings(sandbox),
});

type Place = Pick<Submission<unknown>, 'page' | 'at'>;

function formsOf(sandbox: Sandbox, flash: Flash) {
  const keyIn = (call: Call): string => call.param('key');
  const on = (page: Page, at: (call: Call) => string): Place => ({ page, at });
  const send = <R>(place: Place, rest: Omit<Submission<R>, keyof Place>) => ({
    at: place.at,
    answer: submit<R>(sandbox, flash, { ...place, ...rest }),
  });
  const onHome = on(home(sandbox), () => paths.home);
  const onClock = on(clock, () => paths.clock);
  const onRequests = on(requests(sandbox), () => paths.requests);
  const onFaults = on(faults(sandbox), () => paths.faults);
  const onSettings = on(settings(sandbox), (call) => paths.settings(keyIn(call)));
  const onLog = on(log(sandbox), (call) => paths.log(keyIn(call)));
  const patch = patchKey(sandbox);
  const fault = faultCalls(sandbox);
  const moveClock = { handler: setClock(sandbox), notice: 'Clock set.' };
  return {
    [`${paths.home}/keys`]: send(onHome, {
      form: newKeyForm,
      handler: createKey(sandbox),
      to: (_call, made) => paths.key(made.key),
      notice: 'Key created.',
    }),
    [`${paths.home}/reset`]: send(onHome, {
      form: button,
      handler: reset(sandbox),
      notice: 'Sandbox reset.',
    }),
    [`${keyPath}/settings`]: send(onSettings, {
      form: settingsForm,
      handler: patch,
      notice: 'Settings saved.',
    }),
    [`${keyPath}/balance`]: send(onSettings, {
      form: balanceForm,
      handler: patch,
      notice: 'Balance set.',
    }),
    [`${keyPath}/notifications`]: send(onSettings, {
      form: notificationsForm,
      handler: patch,
      notice: 'Notifications saved.',
    }),
    [`${keyPath}/delete`]: send(onSettings, {
      form: button,
      handler: deleteKey(sandbox),
      to: () => paths.home,
      notice: 'Key deleted.',
    }),
    [`${keyPath}/lookups`]: send(onLog, {
      form: sampleForm,
      handler: addLookups(sandbox),
      notice: 'Sample lookups added.',
    }),
    [`${paths.clock}/advance`]: send(onClock, { form: advanceForm, ...moveClock }),
    [`${paths.clock}/set`]: send(onClock, { form: setForm, ...moveClock }),
    [`${paths.clock}/release`]: send(onClock, { form: button, ...moveClock }),
    [`${paths.clock}/redact`]: send(onClock, {
      form: button,
      handler: redactLookups(sandbox),
      notice: 'Redaction finished.',
    }),
    [`${paths.faults}/add`]: send(onFaults, {
      form: faultForm,
      handler: fault.add,
      notice: 'Fault added.',
    }),
    [`${paths.faults}/remove`]: send(onFaults, {
      form: removeForm,
      handler: removeFault(sandbox),
      notice: 'Fault removed.',
    }),
    [`${paths.requests}/clear`]: send(onRequests, {
      form: button,
      handler: requestCalls(sandbox).clear,
      notice: 'Requests cleared.',
    }),
    [`${paths.faults}/clear`]: send(onFaults, {
      form: button,
      handler: fault.clear,
      notice: 'All faults removed.',
    }),
  };
}

export function dashboardRoutes(sandbox: Sandbox): Route[] {
  const flash = createFlash();
  const pages = pagesOf(sandbox);
  const routes: Route[] = [
    { method: 'GET', path: scriptPath, answer: dashboardScript },
    {
      method: 'GET',
      path: `${keyPath}/log.csv`,
      answer: guarded(sandbox, checkMachine, logCsv(sandbox)),
    },
  ];
  for (const [path, { at, answer }] of Object.entries(formsOf(sandbox, flash))) {
    routes.push({ method: 'POST', path, answer: guarded(sandbox, checkCaller, answer) });
    // A refused form is shown at this path: requested again, it redirects to its page.
    if (path in pages) continue;
    routes.push({
      method: 'GET',
      path,
      answer: (context) =>
        new Response(null, { status: 303, headers: { Location: at(readCall(context)) } }),
    });
  }
  for (const [path, page] of Object.entries(pages)) {
    const show = (call: Call) =>
      page(call, { now: sandbox.clock.now(), failed: undefined, notice: flash.take(call) });
    routes.push({ method: 'GET', path, answer: guarded(sandbox, checkMachine, show) });
  }
  return routes;
}

const maximumForm = 256 * 1024;

interface Submission<R> {
  page: Page;
  at(call: Call): string;
  form: Form;
  handler: ControlHandler<R>;
  /** Path after success; its own page by default. */
  to?(call: Call, result: R): string;
  notice: string;
}

function submit<R>(
  sandbox: Sandbox,
  flash: Flash,
  { page, at, form, handler, to, notice }: Submission<R>,
) {
  return async (call: Call): Promise<Response> => {
    const sent = await readForm(call, maximumForm);
    if (!sent) throw new ControlError(415, 'this is not the form of a page');
    const values = valuesOf(form, sent);
    try {
      const result = await handler(call, async (schema) =>
        parseControl(schema, documentOf(form, values)),
      );
      return new Response(null, {
        status: 303,
        headers: { Location: to ? to(call, result) : at(call), 'Set-Cookie': flash.keep(notice) },
      });
    } catch (error) {
      if (error instanceof Refusal) throw new ControlError(error.status, error.message);
      if (!(error instanceof ControlError) || !error.errors) throw error;
      const failed = { form, values, problems: error.errors };
      return page(call, { now: sandbox.clock.now(), failed, notice: undefined });
    }
  };
}

// The notice of the last action, shown once on the next page. The text stays here; the browser gets a random
// name for it in a cookie, so that no link can put text on a page.

const cookie = 'waypost_notice';
const seconds = 60;
const maxKept = 100;

function createFlash() {
  const kept = new Map<string, string>();
  const named = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]+)`);
  return {
    /** Keeps a notice; returns its Set-Cookie header. */
    keep(notice: string): string {
      const name = randomBytes(12).toString('base64url');
      kept.set(name, notice);
      // A browser may never come back: the oldest notice is dropped.
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKept) break;
        kept.delete(oldest);
      }
      return `${cookie}=${name}; Path=/dashboard; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
    },
    /** The notice for a requested page, once. */
    take(call: Call): string | undefined {
      // The script of a live page must not take the notice of the page that is being opened.
      if (call.method !== 'GET' || call.header('sec-fetch-dest') === 'empty') return undefined;
      const name = named.exec(call.header('cookie') ?? '')?.[1] ?? '';
      const notice = kept.get(name);
      kept.delete(name);
      return notice;
    },
  };
}

type Flash = ReturnType<typeof createFlash>;

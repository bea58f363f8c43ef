// The dashboard: which path shows what, which form makes which control call, and whom it answers.
import { ControlError, checkCaller, checkMachine } from '../control/control';
import { createKey, deleteKey, patchKey } from '../control/keys';
import { addLookups, redactLookups } from '../control/lookups';
import { faultCalls, reset, setClock } from '../control/machine';
import { type Call, type RouteContext, readCall } from '../http/call';
import type { Form } from '../pages/dashboard/forms';
import { paths, refusalPage } from '../pages/dashboard/frame';
import { balanceForm, lookupsForm, settingsForm } from '../pages/dashboard/key-forms';
import { advanceForm, faultForm, setForm } from '../pages/dashboard/machine-pages';
import type { Sandbox } from '../sandbox';
import { submit } from './dashboard-forms';
import { clock, faults, home, keyLog, oneKey } from './dashboard-pages';

/** The form of a button that says everything by itself. */
const button: Form = { name: 'button', fields: [] };

/** POST /_sandbox/keys. Without an account it makes one. */
const newKeyForm: Form = {
  name: 'new-key',
  fields: [{ name: 'account', label: 'Account', kind: 'text', optional: true }],
};

/** Answers a request to the dashboard; what cannot be done is told on a page. */
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
      if (error instanceof ControlError) return refusalPage(error.status, error.message);
      sandbox.report(error);
      return refusalPage(500, 'the sandbox failed');
    }
  };
}

/** The pages, by their path. */
export function dashboardPages(sandbox: Sandbox) {
  const show = (page: (call: Call) => Response | Promise<Response>) =>
    guarded(sandbox, checkMachine, page);
  return {
    [paths.home]: show(home(sandbox)),
    [paths.clock]: show(clock(sandbox)),
    [paths.faults]: show(faults(sandbox)),
    [`${paths.home}/keys/:key`]: show(oneKey(sandbox)),
    [`${paths.home}/keys/:key/log`]: show(keyLog(sandbox)),
  };
}

/** Where the forms are sent, by their path. */
export function dashboardForms(sandbox: Sandbox) {
  const back = (path: string, done: string) => () => `${path}?done=${done}`;
  const backToKey = (done: string) => (call: Call) =>
    `${paths.key(call.param('key'))}?done=${done}`;
  const key = `${paths.home}/keys/:key`;
  const onHome = { page: home(sandbox), form: button };
  const onKey = { page: oneKey(sandbox) };
  const onClock = { page: clock(sandbox), to: back(paths.clock, 'clock') };
  const onFaults = { page: faults(sandbox), to: back(paths.faults, 'faults') };
  const changeKey = { ...onKey, handler: patchKey(sandbox) };
  const moveClock = { ...onClock, handler: setClock(sandbox) };
  const set = faultCalls(sandbox);
  const answers = {
    [`${paths.home}/keys`]: submit({
      ...onHome,
      form: newKeyForm,
      handler: createKey(sandbox),
      to: (_call, made) => `${paths.key(made.key)}?done=created`,
    }),
    [`${paths.home}/reset`]: submit({
      ...onHome,
      handler: reset(sandbox),
      to: back(paths.home, 'reset'),
    }),
    [`${key}/settings`]: submit({ ...changeKey, form: settingsForm, to: backToKey('saved') }),
    [`${key}/balance`]: submit({ ...changeKey, form: balanceForm, to: backToKey('balance') }),
    [`${key}/lookups`]: submit({
      ...onKey,
      form: lookupsForm,
      handler: addLookups(sandbox),
      to: backToKey('lookups'),
    }),
    [`${key}/delete`]: submit({
      ...onKey,
      form: button,
      handler: deleteKey(sandbox),
      to: back(paths.home, 'deleted'),
    }),
    [`${paths.clock}/advance`]: submit({ ...moveClock, form: advanceForm }),
    [`${paths.clock}/set`]: submit({ ...moveClock, form: setForm }),
    [`${paths.clock}/release`]: submit({ ...moveClock, form: button }),
    [`${paths.clock}/redact`]: submit({
      ...onClock,
      form: button,
      handler: redactLookups(sandbox),
      to: back(paths.clock, 'redacted'),
    }),
    [`${paths.faults}/add`]: submit({ ...onFaults, form: faultForm, handler: set.add }),
    [`${paths.faults}/clear`]: submit({ ...onFaults, form: button, handler: set.clear }),
  };
  return Object.entries(answers).map(
    ([path, answer]) => [path, guarded(sandbox, checkCaller, answer)] as const,
  );
}

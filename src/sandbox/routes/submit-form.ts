// Submits a form of the dashboard: makes its control call, then redirects to a page, so that reloading it
// sends nothing again. An error of the call is shown beside the field, with all entered values.

import { randomBytes } from 'node:crypto';
import { ControlError, type ControlHandler, parseControl } from '../control/control';
import { Refusal } from '../http/answers';
import { readForm } from '../http/body';
import type { Call } from '../http/call';
import { documentOf, type Form, valuesOf } from '../pages/dashboard/forms';
import type { Sandbox } from '../sandbox';
import type { Page } from './dashboard-pages';

const maximumForm = 256 * 1024;

/** The page of a form, and its control call. */
export interface Submission<R> {
  page: Page;
  /** Path of the page. */
  at(call: Call): string;
  form: Form;
  handler: ControlHandler<R>;
  /** Path after success; its own page by default. */
  to?(call: Call, result: R): string;
  /** The notice on that page. */
  notice: string;
}

/** Makes the call. */
export function submit<R>(
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

/** Makes the notices of a sandbox. */
export function createFlash() {
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

/** Notices that wait for their page. */
export type Flash = ReturnType<typeof createFlash>;

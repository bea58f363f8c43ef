// The routes for the dashboard's pages and forms. Each route that shows a page or processes a form checks the caller.
import { ControlError, checkCaller, checkMachine, parseControl } from '../control/control';
import { BodyTooLarge, readForm } from '../http/body';
import { type Call, type RouteContext, readCall } from '../http/call';
import { Refusal } from '../http/responses';
import { documentOfForm, type Failed, formValues } from '../pages/dashboard/forms';
import { refusalPage } from '../pages/dashboard/frame';
import { logCsv } from '../pages/dashboard/log-csv';
import { dashboardScript, dashboardScriptPath } from '../pages/dashboard/script';
import type { Sandbox } from '../server/sandbox';
import { DashboardNotices } from './dashboard-notices';
import { type DashboardPage, dashboardPages, keyRoute, type Submission } from './dashboard-pages';

const maxFormBytes = 256 * 1024;

interface Route {
  method: 'GET' | 'POST';
  path: string;
  handle(context: RouteContext): Response | Promise<Response>;
}

type DashboardHandler = (call: Call) => Response | Promise<Response>;

/** Returns a route function that checks the caller, runs `handle`, and shows errors on a page. */
function guarded(sandbox: Sandbox, check: typeof checkCaller, handle: DashboardHandler) {
  return async (context: RouteContext): Promise<Response> => {
    const call = readCall(context);
    try {
      check(sandbox, call);
      return await handle(call);
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

function seeOther(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { Location: location, ...headers } });
}

/** Returns a page's path with the API key from the request's path. */
function locationOf({ path }: DashboardPage, call: Call): string {
  return path.replace(':key', encodeURIComponent(call.param('key')));
}

/** Creates the routes for a sandbox's dashboard. All routes use the same `DashboardNotices` object. */
class DashboardRoutes {
  readonly #sandbox: Sandbox;
  readonly #notices = new DashboardNotices();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /**
   * Returns the route for a GET request. Pages on other sites can link to the route, because GET requests do not change
   * data.
   */
  get(path: string, handle: DashboardHandler): Route {
    return { method: 'GET', path, handle: guarded(this.#sandbox, checkMachine, handle) };
  }

  /** Returns the routes for a page and the page's forms. */
  ofPage(page: DashboardPage): Route[] {
    const forms = Object.entries(page.forms ?? {});
    return [
      this.get(page.path, (call) => this.#show(page, call, { notice: this.#notices.take(call) })),
      ...forms.flatMap(([path, submission]) => this.#ofForm(page, path, submission)),
    ];
  }

  #ofForm(page: DashboardPage, path: string, submission: Submission): Route[] {
    const submit: Route = {
      method: 'POST',
      path,
      handle: guarded(this.#sandbox, checkCaller, (call) => this.#submit(page, submission, call)),
    };
    if (path === page.path) return [submit];
    // After the user submits an invalid form, the browser's address bar contains the form's path. If the user then
    // reloads the page, this route redirects to the page's path.
    const reload: Route = {
      method: 'GET',
      path,
      handle: (context) => seeOther(locationOf(page, readCall(context))),
    };
    return [submit, reload];
  }

  async #submit(page: DashboardPage, submission: Submission, call: Call): Promise<Response> {
    const { form, handler, notice, nextPage } = submission;
    const sent = await readForm(call, maxFormBytes);
    if (!sent) throw new ControlError(415, 'the request does not contain form data');
    const values = formValues(form, sent);
    try {
      const result = await handler(call, async (schema) =>
        parseControl(schema, documentOfForm(form, values)),
      );
      const location = nextPage ? nextPage(result) : locationOf(page, call);
      return seeOther(location, { 'Set-Cookie': this.#notices.add(notice) });
    } catch (error) {
      if (error instanceof Refusal) throw new ControlError(error.status, error.message);
      if (!(error instanceof ControlError) || !error.errors) throw error;
      return this.#show(page, call, { failed: { form, values, problems: error.errors } });
    }
  }

  #show(
    { page }: DashboardPage,
    call: Call,
    { notice, failed }: { notice?: string | undefined; failed?: Failed },
  ): Response | Promise<Response> {
    return page(call, { now: this.#sandbox.clock.now(), notice, failed });
  }
}

export function dashboardRoutes(sandbox: Sandbox): Route[] {
  const routes = new DashboardRoutes(sandbox);
  return [
    { method: 'GET', path: dashboardScriptPath, handle: dashboardScript },
    routes.get(`${keyRoute}/log.csv`, logCsv(sandbox)),
    ...dashboardPages(sandbox).flatMap((page) => routes.ofPage(page)),
  ];
}

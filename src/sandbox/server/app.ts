// The sandbox's HTTP application, which routes each request to the handler for the path.
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { type OperationName, operations } from '../../api/operations';
import { type ControlHandler, controlRoute } from '../control/control';
import { keyCalls } from '../control/keys';
import { machineCalls } from '../control/machine';
import { stateCalls } from '../control/state';
import { type RouteContext, readCall } from '../http/call';
import { publicOrigin } from '../http/hosts';
import { type Handler, operation } from '../http/operation';
import { commonHeaders, emptyResponse, Refusal } from '../http/responses';
import { paths, refusalPage } from '../pages/dashboard/frame';
import { favicon, faviconPath } from '../pages/icon';
import * as addresses from '../routes/addresses';
import * as configs from '../routes/configs';
import { dashboardRoutes } from '../routes/dashboard';
import * as keys from '../routes/keys';
import * as licensees from '../routes/licensees';
import * as places from '../routes/places';
import {
  pagePath,
  showSignUpPage,
  signUpPoll,
  signUpStart,
  submitSignUpPage,
} from '../routes/sign-up';
import * as validations from '../routes/validations';
import type { Sandbox } from './sandbox';

export const versionPrefix = '/v1';

export type App = Hono<{ Bindings: HttpBindings }>;

const handlers: Readonly<Record<OperationName, (sandbox: Sandbox) => Handler>> = {
  ...keys,
  ...licensees,
  ...configs,
  ...places,
  ...addresses,
  ...validations,
  signUpStart,
  signUpPoll,
};

const notFound: Handler = () => {
  throw new Refusal(404);
};

/** Returns the handler for OPTIONS, which browsers send as a preflight request. */
function optionsHandler(methods: readonly string[]): Handler {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return () =>
    emptyResponse(204, {
      Allow: allowed,
      'Access-Control-Allow-Methods': allowed,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Svc-Source-IP, X-Sandbox-Fault',
      'Access-Control-Max-Age': '600',
    });
}

function serveApi(app: App, sandbox: Sandbox): void {
  const methodsOf = new Map<string, string[]>();
  for (const name of Object.keys(operations) as OperationName[]) {
    const { method, path } = operations[name];
    const route = versionPrefix + path.replace(/\{(\w+)\}/g, ':$1');
    app.on(method, route, operation(sandbox, handlers[name](sandbox)));
    methodsOf.set(route, [...(methodsOf.get(route) ?? []), method]);
  }
  for (const [route, methods] of methodsOf) {
    app.on('OPTIONS', route, operation(sandbox, optionsHandler(methods)));
  }
}

function serveControl(app: App, sandbox: Sandbox): void {
  const calls = { ...keyCalls(sandbox), ...machineCalls(sandbox), ...stateCalls(sandbox) };
  for (const [endpoint, handler] of Object.entries<ControlHandler>(calls)) {
    const [method = '', path = ''] = endpoint.split(' ');
    app.on(method, `/_sandbox${path}`, controlRoute(sandbox, handler));
  }
}

function serveDashboard(app: App, sandbox: Sandbox): void {
  for (const path of ['/', `${paths.home}/`]) {
    app.get(path, (context) => context.redirect(paths.home, 303));
  }
  app.get(faviconPath, favicon);
  // Browsers request this icon for responses without an icon link, such as JSON.
  app.get('/favicon.ico', favicon);
  for (const { method, path, handle } of dashboardRoutes(sandbox)) app.on(method, path, handle);
}

/** Adds the response for unknown paths: a page if a browser requests a path outside the API, otherwise an API error. */
function serveNotFound(app: App, sandbox: Sandbox): void {
  const apiNotFound = operation(sandbox, notFound);
  app.notFound((context) => {
    const { path, method } = context.req;
    const isApi = [versionPrefix, '/_sandbox'].some(
      (prefix) => path === prefix || path.startsWith(`${prefix}/`),
    );
    const isBrowser = method === 'GET' && context.req.header('accept')?.includes('text/html');
    return isBrowser && !isApi
      ? refusalPage(404, 'there is no page at this address')
      : apiNotFound(context);
  });
}

export function createApp(sandbox: Sandbox): App {
  const app: App = new Hono();
  serveApi(app, sandbox);
  serveControl(app, sandbox);
  app.get('/openapi.json', async (context: RouteContext) => {
    const { openApiDocument } = await import('../openapi/document');
    const document = openApiDocument(publicOrigin(sandbox, readCall(context)) + versionPrefix);
    return new Response(`${JSON.stringify(document)}\n`, {
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...commonHeaders },
    });
  });
  app.get(`${pagePath}/:ticket`, showSignUpPage(sandbox));
  app.post(`${pagePath}/:ticket`, submitSignUpPage(sandbox));
  serveDashboard(app, sandbox);
  serveNotFound(app, sandbox);
  return app;
}

// `waypost api`: any request of the service with the credentials in use, in the manner of `gh api`.

import type { Command } from 'commander';
import { type Content, contentOf } from '../../client/http/content';
import { type Answer, TransportFailure } from '../../client/http/failure';
import { invalidInput, WaypostError } from '../../lib/errors';
import { jsonText } from '../../lib/exact-json';
import { SecretMask } from '../../lib/masking';
import type { Act } from '../command';
import type { Context } from '../context';
import { withNextSteps } from '../hints/hints';
import { repeated } from '../option-values';
import { allPages } from './api/shared/all-pages';
import type { Field } from './api/shared/fields';
import { type ApiOptions, type Prepared, requestOf } from './api/shared/request';
import { show, showHead, withoutSecrets } from './api/shared/show';

const help = `
Examples:
  waypost api get places -f query=berlin
  waypost api get 'keys/{key}/usage' | jq .result.total
  waypost api put 'keys/{key}/details' -f name=Shop -F 'daily_limit[limit]=1000'
  waypost api get 'keys/{key}/licensees' --paginate --json
  waypost api post 'keys/{key}/configs' --input config.json -i

The path goes on from the base URL and never leads out of it; {key} is the API key in use. Paths under
keys/ are sent with the management key, sign_up without a credential, others with the API key; --as
chooses. Fields are members of the query for GET, HEAD, DELETE and with --input, else of a JSON body:
a[b]=x makes an object, a[]=x a list. -F reads JSON, takes other text as it is, and @file for a file's text.

Output: the body as it came; on a terminal, JSON indented. Nothing on standard output where it fails
Output (--json): the body, {"result": …, "code": 2000, "message": "…"}; with -i, and where the body is no
        JSON, {"status": 200, "headers": {…}, "body": …}; a missing body is null
Errors: by status and code, as every command: auth_failed (4), api_error (1), rate_limited (3), …;
        missing_api_key, missing_user_token (4); invalid_input (2) before anything is sent;
        invalid_response (3) for a web page, for JSON cut off, and for a body over 10 MiB`;

export function register(command: Command, act: Act): void {
  // One list for both kinds, so that the fields keep their order.
  const fields: Field[] = [];
  const field = (typed: boolean) => (text: string) => {
    fields.push({ text, typed });
    return fields;
  };
  command
    .description('Make any request of the service with the credentials in use.')
    .argument('[method]', 'GET, POST, PUT, DELETE, PATCH, HEAD or OPTIONS, in any case')
    .argument('[path]', 'path below the base URL, such as places or keys/{key}/usage')
    .option('-f, --raw-field <key=value>', 'add a field with a text', field(false))
    .option(
      '-F, --field <key=json>',
      'add a field with JSON, or with the text of @file',
      field(true),
    )
    .option('-H, --header <header>', "add a header, 'name: value'", repeated)
    .option('--input <file|->', 'send this as the body')
    .option('-i, --include', 'show status line and headers too')
    .option('--paginate', 'read every page, as one document')
    .option('--silent', 'show no body')
    .option('--as <credential>', 'send api-key, management-key or none')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(
  context: Context,
  options: ApiOptions,
  method?: string,
  path?: string,
): Promise<void> {
  if (method === undefined || path === undefined) throw incomplete(method);
  const prepared = await requestOf(context, options, method, path);
  const changes = !['GET', 'HEAD', 'OPTIONS'].includes(prepared.request.method);
  const base = prepared.resolved.baseUrl.href.replace(/\/$/, '');
  const steps = {
    404: `The service does not know this method and path. Paths go on from ${base}: places is ${base}/places.`,
    ...(prepared.rule.credential === 'management_key' ? { 4013: notForSublicensing } : {}),
    inDoubt: changes ? 'Look before you send it again.' : undefined,
  };
  try {
    await withNextSteps(steps, () => perform(context, options, prepared));
  } catch (error) {
    throw ofFailure(error, prepared);
  }
}

const notForSublicensing =
  'The key is not enabled for sublicensing. `waypost licensees list` says how to switch that on.';

function incomplete(first = 'places'): WaypostError {
  const path = /^[a-z]+$/i.test(first) && first === first.toUpperCase() ? 'places' : first;
  return invalidInput(
    'A request needs a method and a path.',
    `Give both, such as waypost api get ${path}`,
  );
}

async function perform(
  context: Context,
  options: ApiOptions,
  { request, rule, resolved }: Prepared,
): Promise<void> {
  const { include = false, silent = false } = options;
  const { output } = context;
  const bodiless = request.method === 'HEAD';
  const service = await context.service(resolved.baseUrl);
  const mask = new SecretMask();
  mask.add(resolved.apiKey?.value);
  mask.add(resolved.userToken?.value);
  const send = async (url: URL) => withoutSecrets(await service.ask({ ...request, url }), mask);

  const answer = await send(request.url);
  const refusal = service.refusal(answer, bodiless);
  if (refusal !== undefined) {
    if (include && !output.json) await showHead(context, answer);
    throw refusal;
  }
  const content = rule.claims ? claimOf(answer) : contentOf(answer, bodiless);
  const next = async (after: string): Promise<unknown> => {
    const page = await send(withMember(request.url, 'starting_after', after));
    const refused = service.refusal(page, false);
    if (refused !== undefined) throw refused;
    const found = contentOf(page, false);
    return found.kind === 'json' ? found.value : undefined;
  };
  const isPage = options.paginate === true && content.kind === 'json';
  const pages = isPage ? await allPages(content.value, next) : undefined;
  if (pages === undefined) return show(context, answer, content, { include, silent });

  const { document, stopped } = pages;
  // What was read is not thrown away: a person sees it above the error, a script finds it inside.
  if (stopped === undefined || !output.json) {
    const merged = { ...answer, body: Buffer.from(`${jsonText(document)}\n`) };
    await show(context, merged, { kind: 'json', value: document }, { include, silent });
  }
  if (stopped !== undefined)
    throw stopped.with({ details: document, about: { option: '-f starting_after=' } });
}

function withMember(url: URL, name: string, value: string): URL {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed;
}

/** The content of an answer to a sign-up poll, which may be the only copy of an account's keys. */
function claimOf(answer: Answer): Content {
  try {
    return contentOf(answer, false);
  } catch (error) {
    if (answer.status !== 200) throw error;
    throw claimLost(answer);
  }
}

/** Whatever was handed out is shown, as nobody will hand it out again (contract, section 7). */
function claimLost({ status, body }: Answer): WaypostError {
  return new WaypostError(
    'signup_lost',
    'The service handed out the credentials, but its answer is cut off or is no JSON.',
    {
      status,
      hint: 'What arrived is shown. Sign up with `waypost signup`, which goes on after failures.',
      revealed: { credentials: { answer: body.toString('utf8') } },
    },
  );
}

/** An attempt that failed, with what only this command knows about it. */
function ofFailure(error: unknown, { rule }: Prepared): unknown {
  if (!(error instanceof WaypostError && error.cause instanceof TransportFailure)) return error;
  const { kind, partial } = error.cause;
  if (rule.claims && partial?.status === 200) return claimLost(partial);
  if (kind !== 'too_large') return error;
  return error.with({
    hint: 'The log of lookups, at any size: `waypost lookups export`. Of anything else, ask for less.',
  });
}

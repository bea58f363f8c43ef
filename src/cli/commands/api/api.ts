// `waypost api`: any request of the service with the credentials in use, in the manner of `gh api`.
import { type Content, contentOf } from '../../../client/envelope';
import { type Answer, TransportFailure } from '../../../client/http/failure';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { jsonText } from '../../../lib/exact-json';
import { SecretMask } from '../../../lib/masking';
import { apiHints, withHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { allPages } from './shared/all-pages';
import { type ApiOptions, type Prepared, requestOf } from './shared/request';
import { show, showHead, withoutSecrets } from './shared/show';

/** Runs the command. */
export async function run(
  context: Context,
  options: ApiOptions,
  method?: string,
  path?: string,
): Promise<void> {
  if (method === undefined || path === undefined) throw incomplete(method);
  const prepared = await requestOf(context, options, method, path);
  const changes = !['GET', 'HEAD', 'OPTIONS'].includes(prepared.request.method);
  const base = prepared.resolved.baseUrl.href.replace(/\/$/, '');
  const isManagement = prepared.rule.credential === 'management_key';
  try {
    await withHints(apiHints(base, isManagement, changes), () =>
      perform(context, options, prepared),
    );
  } catch (error) {
    throw ofFailure(error, prepared);
  }
}

function incomplete(first = 'places'): WaypostError {
  const path = /^(?:get|head|post|put|patch|delete|options)$/i.test(first) ? 'places' : first;
  return invalidInput(
    'A request needs a method and a path.',
    `Give both, such as \`waypost api get ${path}\`.`,
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
  // The pages that were read are kept: a person sees them above the error, a script finds them inside.
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

/** Issued credentials are shown in full, because the service does not issue them again. */
function claimLost({ status, body }: Answer): WaypostError {
  return new WaypostError(
    'signup_lost',
    'The service issued the credentials, but its answer is cut off or is not JSON.',
    {
      status,
      hint: 'What arrived is shown. Sign up with `waypost signup`, which resumes after failures.',
      revealed: { credentials: { answer: body.toString('utf8') } },
    },
  );
}

/** The error of a failed attempt, with hints of this command. */
function ofFailure(error: unknown, { rule }: Prepared): unknown {
  if (!(error instanceof WaypostError && error.cause instanceof TransportFailure)) return error;
  const { kind, partial } = error.cause;
  if (rule.claims && partial?.status === 200) return claimLost(partial);
  if (kind !== 'too_large') return error;
  return error.with({
    hint: 'The log of lookups, at any size: `waypost lookups export`. Of anything else, ask for less.',
  });
}

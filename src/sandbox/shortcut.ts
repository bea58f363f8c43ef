// GET /places without the framework. People send it with every letter they type, and the framework's routing
// and responses cost more than the search itself. The rules and their order are those of http/operation.ts;
// any unusual request takes the normal path.
import type { ServerResponse } from 'node:http';
import { successCode } from '../api/catalogue';
import { versionPrefix } from './app';
import { faultHeader } from './faults/faults';
import { codeOf, commonHeaders } from './http/answers';
import { callOf, isWellEncoded } from './http/call';
import { answerError } from './http/operation';
import { Cache } from './places/cache';
import { searchDocument } from './routes/places';
import type { Sandbox } from './sandbox';
import type { Shortcut } from './server';

const path = `${versionPrefix}/places`;
const rememberedQueries = 2000;
const longestRemembered = 256;
const plainTarget = /^[!-~]+$/;
const plainHost = /^[\w.:[\]-]+$/;
const unusual = /[#\\]/;
const faultName = faultHeader.toLowerCase();
const param = (): string => '';

const headers = Object.entries({
  'Content-Type': 'application/json; charset=utf-8',
  ...commonHeaders,
}).flat();

function write(outgoing: ServerResponse, document: string): void {
  for (let at = 0; at < headers.length; at += 2) {
    outgoing.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  }
  outgoing.setHeader('Content-Length', Buffer.byteLength(document));
  outgoing.end(document);
}

async function writeResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    'Content-Length': body.length,
  });
  outgoing.end(body);
}

/** Answers plain place searches once the places are loaded. */
export function placesShortcut(sandbox: Sandbox): Shortcut {
  // People and their programs repeat the same few beginnings.
  const queries = new Cache<string, URLSearchParams>(rememberedQueries);
  const queryOf = (target: string): URLSearchParams => {
    let query = queries.get(target);
    if (!query) {
      query = new URLSearchParams(target.slice(path.length));
      if (target.length <= longestRemembered) queries.set(target, query);
    }
    return query;
  };
  return (incoming, outgoing) => {
    const target = incoming.url ?? '';
    const places = sandbox.places.ready;
    const isPlain =
      incoming.method === 'GET' &&
      target.startsWith(path) &&
      (target.length === path.length || target[path.length] === '?') &&
      plainTarget.test(target) &&
      !unusual.test(target) &&
      plainHost.test(incoming.headers.host ?? '') &&
      incoming.headers[faultName] === undefined;
    if (!isPlain || !places || !sandbox.faults.idle || !isWellEncoded(target)) return false;
    const query = queryOf(target);
    const call = callOf(incoming, outgoing, { url: target, path, param, query });
    // A refused request was not counted: the normal path refuses it.
    if (sandbox.rates && !sandbox.rates.admit(call.address, sandbox.clock.now())) return false;
    try {
      const document = searchDocument(sandbox, call, places);
      sandbox.journal.note(outgoing, { code: successCode });
      write(outgoing, document);
    } catch (error) {
      const answer = answerError(sandbox, call, error);
      sandbox.journal.note(outgoing, { code: codeOf(answer) });
      writeResponse(outgoing, answer).catch(sandbox.report);
    }
    return true;
  };
}

// The network between the tool and the service, with everything that can go wrong: a proxy that resets,
// stalls, answers with errors of its own, and delivers answers in pieces. The claim itself is never lost: the
// credentials reach the tool at least up to the last key, unless `cutClaim` says otherwise.
import { createServer } from 'node:http';

/** Starts the wire. `random` decides; `target` is the service's base URL. */
export function startWire(target, random, { trouble: asked, cutClaim }) {
  let trouble = asked;
  const server = createServer((request, response) => {
    request.on('error', () => {});
    response.on('error', () => {});
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () =>
      carry(request, Buffer.concat(chunks), response).catch(() => reset(response)),
    );
  });

  async function carry(request, body, response) {
    if (random() < trouble) return before(response);
    const answer = await fetch(new URL(request.url, target), {
      method: request.method,
      headers: withoutHost(request.headers),
      ...(body.length > 0 ? { body } : {}),
    });
    const text = Buffer.from(await answer.arrayBuffer());
    const claim = answer.status === 200 && request.url.includes('/sign_up/');
    if (claim) return deliverClaim(answer, text, response);
    if (random() < trouble / 2)
      return cut(answer, text, response, Math.floor(random() * text.length));
    head(answer, text, response);
    response.end(text);
  }

  /** Failures before the service is reached. */
  function before(response) {
    const kind = Math.floor(random() * 5);
    if (kind === 0) return reset(response);
    if (kind === 1) return response.writeHead(503).end();
    if (kind === 2)
      return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    if (kind === 3) return response.writeHead(429, { 'retry-after': '1' }).end();
    return setTimeout(() => reset(response), 50);
  }

  function deliverClaim(answer, text, response) {
    if (cutClaim) return cut(answer, text, response, Math.floor(random() * endOfKeys(text) * 0.8));
    if (random() < trouble) {
      const behindKeys = endOfKeys(text);
      return cut(
        answer,
        text,
        response,
        behindKeys + Math.floor(random() * (text.length - behindKeys)),
      );
    }
    head(answer, text, response);
    const middle = Math.floor(random() * text.length);
    response.write(text.subarray(0, middle));
    setImmediate(() => response.end(text.subarray(middle)));
  }

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        url: `http://127.0.0.1:${server.address().port}${new URL(target).pathname}`,
        /** Nothing fails from now on. */
        calm: () => {
          trouble = 0;
        },
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}

function withoutHost({ host, connection, ...headers }) {
  return headers;
}

function head(answer, text, response) {
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    'content-length': text.length,
  });
}

/** Announces the whole answer, sends a part of it, and breaks the connection. */
function cut(answer, text, response, length) {
  head(answer, text, response);
  response.write(text.subarray(0, length), () => setTimeout(() => reset(response), 5));
}

function reset(response) {
  response.socket?.resetAndDestroy?.() ?? response.destroy();
}

/** Where the second of the two keys ends, its closing quote included. */
function endOfKeys(text) {
  const body = text.toString('utf8');
  const ends = ['user_token', 'test_api_key'].map((name) => {
    const found = new RegExp(`"${name}"\\s*:\\s*"[^"]*"`).exec(body);
    return found === null ? 0 : Buffer.byteLength(body.slice(0, found.index + found[0].length));
  });
  return Math.max(...ends);
}

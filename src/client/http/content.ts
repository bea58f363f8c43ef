// What the body of a success is. Anything goes that the service can mean; a web page and JSON that is
// cut off are what something else has made of its answer.

import { notTheService } from './envelope';
import type { Answer } from './failure';
import { parseBody } from './json-body';

/** No body, a JSON document, or text of another type such as the log's CSV. */
export type Content = { kind: 'none' } | { kind: 'json'; value: unknown } | { kind: 'text' };

/**
 * Reads a body by its media type. `bodiless` says that none was to come. Throws `invalid_response` for a
 * web page, and for JSON that is none.
 */
export function contentOf(answer: Answer, bodiless: boolean): Content {
  const type = String(answer.headers['content-type'] ?? '');
  const isJson = /[/+]json\b/i.test(type);
  const mayLack = bodiless || type === '' || bodilessStatuses.has(answer.status);
  if (answer.body.length === 0 && mayLack) return { kind: 'none' };
  if (!isJson) {
    const isPage = type === '' ? answer.body[0] === lessThan : /\bhtml\b/i.test(type);
    if (isPage) throw notTheService(answer);
    return { kind: 'text' };
  }
  try {
    return { kind: 'json', value: parseBody(answer.body) };
  } catch {
    throw notTheService(answer);
  }
}

/** RFC 9110, 15.3.5, 15.3.6 and 15.4.5. */
const bodilessStatuses = new Set([204, 205, 304]);
const lessThan = 0x3c;

// The operations that a session may use: by the names of their commands, or by method and path.
import type { Endpoint } from '../../api/endpoint';
import { endpoints } from '../../api/endpoints';
import { type RequestRule, segmentsOf } from '../../api/request-rule';
import { invalidInput } from '../../lib/errors';

const operations = Object.values(endpoints).flatMap((endpoint) => {
  const { command } = endpoint;
  return command === null ? [] : [{ command, endpoint }];
});

/** Values of `--allow` beside a method and a path. */
const operationNames = [...new Set(operations.map(({ command }) => command))];

/** The default: every lookup, and whether the key works. */
const usual = operations
  .filter(({ command, endpoint }) => command === 'keys show' || endpoint.credential === 'api_key')
  .map(({ command }) => command);

/** A request for the allow-list; the path is below the base URL. */
export interface Wanted {
  method: string;
  path: string;
  rule: RequestRule;
}

/** An allow-list. */
export interface Allowed {
  /** Whether it contains a request. */
  allows: (wanted: Wanted) => boolean;
  /** Whether an entry needs a management key. */
  management: boolean;
}

/** The name of an operation, such as `places search`; undefined if no command makes it. */
export function operationName({ endpoint }: RequestRule): string | undefined {
  return operations.find((operation) => operation.endpoint === endpoint)?.command;
}

/**
 * The allow-list of these names; without any, the default. With `readOnly`, only what reads is left of it. Throws
 * `invalid_input` for an unknown name.
 */
export function allowedBy(named: readonly string[], readOnly = false): Allowed {
  const rules = (named.length === 0 ? usual : named).map(ruleOf);
  return {
    allows: (wanted) =>
      (!readOnly || wanted.rule.effect === 'reads') && rules.some(({ allows }) => allows(wanted)),
    management: rules.some(({ management }) => management),
  };
}

function ruleOf(text: string): Allowed {
  const name = text.trim().replace(/\s+/g, ' ');
  const [, method, path] = /^([A-Za-z]+) (\/\S*)$/.exec(name) ?? [];
  if (method !== undefined && path !== undefined) return byPath(method.toUpperCase(), path);
  // The name of a noun means all of its commands.
  const names = operationNames.filter((one) => one === name || one.split(' ')[0] === name);
  if (names.length === 0) {
    throw invalidInput(
      `There is no operation '${name}'.`,
      `--allow takes a command such as 'places search', a noun such as places, or a method and a path such as 'GET /places/{place}'. Commands: ${operationNames.join(', ')}.`,
    );
  }
  const all: Endpoint[] = operations
    .filter(({ command }) => names.includes(command))
    .map(({ endpoint }) => endpoint);
  return {
    allows: ({ rule: { endpoint } }) => endpoint !== undefined && all.includes(endpoint),
    management: all.some(({ credential }) => credential === 'management_key'),
  };
}

function byPath(method: string, path: string): Allowed {
  const template = segmentsOf(path);
  return {
    allows: (wanted) => {
      const segments = segmentsOf(wanted.path);
      return (
        wanted.method === method &&
        segments.length === template.length &&
        template.every((part, at) => /^\{.*\}$/.test(part) || part === segments[at])
      );
    },
    // The availability of a key is the only path under /keys without a management key.
    management: template[0] === 'keys' && template.length > 2,
  };
}

// Which operations a session may ask for: by the names of the commands that make them, or by method and path.
import { type Endpoint, endpoints } from '../../api/endpoints';
import { type RequestRule, segmentsOf } from '../../client/http/request-rule';
import { invalidInput } from '../../lib/errors';

const e = endpoints;

/** The operations of each command. */
const byCommand: Readonly<Record<string, readonly Endpoint[]>> = {
  'places search': [e.places],
  'places resolve': [e.placeResolve],
  'addresses autocomplete': [e.addressAutocomplete],
  'addresses resolve': [e.addressResolve],
  'addresses verify': [e.addressVerify],
  'addresses cleanse': [e.addressCleanse, e.addressCleanseAlias],
  'addresses near': [e.addressesNear],
  'emails validate': [e.emailValidate],
  'phones validate': [e.phoneValidate],
  'keys show': [e.keyAvailability],
  'keys details': [e.keyDetails],
  'keys update': [e.keyUpdate],
  'keys usage': [e.keyUsage],
  'lookups export': [e.lookupLog],
  'licensees list': [e.licenseeList],
  'licensees create': [e.licenseeCreate],
  'licensees get': [e.licenseeRead],
  'licensees update': [e.licenseeUpdate, e.licenseeReplace],
  'licensees delete': [e.licenseeCancel],
  'licensees regenerate-key': [e.licenseeRegenerateKey],
  'configs list': [e.configList],
  'configs get': [e.configRead],
  'configs create': [e.configCreate],
  'configs update': [e.configUpdate],
  'configs delete': [e.configDelete],
};

/** What `--allow` takes beside a method and a path. */
const operationNames = Object.keys(byCommand);

/** What is allowed where nothing is named: every lookup, and whether the key works. */
const usual = operationNames.filter(
  (name) =>
    name === 'keys show' || byCommand[name]?.some(({ credential }) => credential === 'api_key'),
);

/** A request as the allow-list sees it; the path is below the base URL. */
export interface Wanted {
  method: string;
  path: string;
  rule: RequestRule;
}

/** An allow-list. */
export interface Allowed {
  /** Whether it names a request. */
  allows: (wanted: Wanted) => boolean;
  /** Whether a management key is needed for something on it. */
  management: boolean;
}

/** The name of an operation, such as `places search`; undefined for one that no command makes. */
export function operationName({ endpoint }: RequestRule): string | undefined {
  if (endpoint === undefined) return undefined;
  return operationNames.find((name) => byCommand[name]?.includes(endpoint));
}

/** The list of what was named; of nothing, the usual one. Throws `invalid_input` for an unknown name. */
export function allowedBy(named: readonly string[]): Allowed {
  const rules = (named.length === 0 ? usual : named).map(ruleOf);
  return {
    allows: (wanted) => rules.some(({ allows }) => allows(wanted)),
    management: rules.some(({ management }) => management),
  };
}

function ruleOf(text: string): Allowed {
  const name = text.trim().replace(/\s+/g, ' ');
  const [, method, path] = /^([A-Za-z]+) (\/\S*)$/.exec(name) ?? [];
  if (method !== undefined && path !== undefined) return byPath(method.toUpperCase(), path);
  // The name of a noun stands for all of its commands.
  const names = operationNames.filter((one) => one === name || one.split(' ')[0] === name);
  if (names.length === 0) {
    throw invalidInput(
      `There is no operation '${name}'.`,
      `--allow takes a command such as 'places search', a noun such as places, or a method and a path such as 'GET /places/{place}'. Commands: ${operationNames.join(', ')}.`,
    );
  }
  const all = names.flatMap((one) => byCommand[one] ?? []);
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
    // The availability of a key is all under /keys that works without.
    management: template[0] === 'keys' && template.length > 2,
  };
}

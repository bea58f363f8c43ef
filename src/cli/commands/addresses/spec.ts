// The commands about addresses.
import { maximumSuggestions } from '../../../api/limits';
import { asJson, asking, type CommandGroup } from '../../line/command';
import { batchOptions, withoutLookups } from '../../line/common-options';

export const addresses: CommandGroup = {
  name: 'addresses',
  summary: 'Complete, resolve, verify and cleanse addresses',
  commands: asking([
    {
      name: 'autocomplete',
      summary: 'Suggest addresses for what is typed; costs nothing',
      description: 'Suggest addresses for what has been typed so far. Costs nothing.',
      arguments: [{ name: 'query', description: 'beginning of an address', text: true }],
      options: [
        {
          name: 'datasets',
          value: 'a,b',
          completion: 'dataset',
          description: 'only suggestions of these datasets, such as usps',
        },
        {
          name: 'limit',
          value: 'n',
          description: `suggestions, 1 to ${maximumSuggestions} (default: 10)`,
        },
        ...batchOptions,
      ],
      examples: [
        { command: 'waypost addresses autocomplete "1226 w main"' },
        {
          command: 'waypost addresses autocomplete "1226 w main" --json | jq -r \'.hits[0].id\'',
        },
        { command: 'waypost addresses autocomplete "1226 w main" --datasets usps' },
      ],
      details: ['Suggestions cost nothing; `waypost addresses resolve <id>` does.'],
      output: asJson(
        'the service\'s result, {"hits": [{"id": "…", "suggestion": "…", …}]}, best first',
      ),
      errors: [
        { code: 'api_error', when: 'with code 40016 for a dataset the service does not know' },
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: 'hits',
      load: () => import('./addresses').then(({ autocomplete }) => autocomplete),
    },
    {
      name: 'resolve',
      summary: 'Show the address of a suggestion; costs a lookup',
      description: 'Show the whole address of a suggestion.',
      arguments: [{ name: 'id', description: 'id of a suggestion' }],
      options: batchOptions,
      examples: [
        { command: 'waypost addresses resolve usps_1008160919' },
        {
          command:
            'waypost addresses resolve "$(waypost addresses autocomplete "1226 w" --json | jq -r .hits[0].id)"',
        },
      ],
      details: [
        'Each address that is found costs a lookup; --tags is stored with it. Ids come from `waypost addresses autocomplete` and expire. The addresses are those of the USA.',
      ],
      output: asJson(
        'the service\'s address, {"id": "…", "line_1": "…", "last_line": "…", …, "dataset": "usps", "native": {…}}',
      ),
      errors: [
        { code: 'invalid_input', when: 'for the name of a file in place of an id' },
        { code: 'not_found', when: 'with code 4048 for an unknown id' },
        ...withoutLookups,
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: '',
      load: () => import('./addresses').then(({ resolve }) => resolve),
    },
    {
      name: 'verify',
      summary: 'Check whether an address exists; a match costs a lookup',
      description:
        'Check whether an address exists, and show it written right. A match costs a lookup.',
      arguments: [{ name: 'query', description: 'the address, in one text', text: true }],
      options: [
        {
          name: 'context',
          value: 'context',
          description: 'country to look in, such as usa',
          completion: 'context',
        },
        ...batchOptions,
      ],
      examples: [
        { command: 'waypost addresses verify "1226 West Main Street, Springfield, IL 62701"' },
        {
          command:
            'waypost addresses verify "1226 w main, springfield" --context usa --json | jq .match',
        },
      ],
      details: ['A match costs a lookup, and --tags is stored with it; no match costs nothing.'],
      output: asJson(
        'the service\'s result, {"query": "…", "match": {…} or null, "count": 1, "fit": 1, "confidence": 0.9, "address_line_one": "…", …}',
      ),
      errors: [
        {
          code: 'auth_failed',
          when: 'with code 4016 for a context the key has not, 4015 without the dataset uspscleanse',
        },
        ...withoutLookups,
        { code: 'rate_limited', when: 'with code 4290 after ten seconds' },
        { code: 'missing_api_key' },
      ],
      rows: '',
      load: () => import('./addresses').then(({ verify }) => verify),
    },
    {
      name: 'cleanse',
      summary: 'Find the address a text means; a match costs a lookup',
      description: 'Find the address that a text most likely means. A match costs a lookup.',
      arguments: [{ name: 'query', description: 'the address, or its first lines', text: true }],
      options: [
        { name: 'postcode', value: 'postcode', description: 'its postcode or ZIP code' },
        { name: 'post-town', value: 'town', description: 'its town or city' },
        { name: 'county', value: 'county', description: 'its county or state' },
        ...batchOptions,
      ],
      examples: [
        { command: 'waypost addresses cleanse "1226 w mian st, sprngfield il"' },
        {
          command:
            'waypost addresses cleanse "1226 main st" --post-town springfield --postcode 62701 --json',
        },
      ],
      details: ['A match costs a lookup, and --tags is stored with it; no match costs nothing.'],
      output: asJson(
        'the service\'s result, {"query": "…", "match": {…} or null, "count": 1, "fit": 0.9, "confidence": 0.8}',
      ),
      errors: [
        { code: 'auth_failed', when: 'with code 4015 without the dataset uspscleanse' },
        ...withoutLookups,
        { code: 'missing_api_key' },
      ],
      rows: '',
      load: () => import('./addresses').then(({ cleanse }) => cleanse),
    },
    {
      name: 'near',
      summary: 'List the addresses at a point; costs a lookup where there are any',
      description:
        'List the addresses at a point, nearest first. Costs a lookup where there are any.',
      options: [
        { name: 'lon', value: 'degrees', description: 'longitude, -180 to 180' },
        { name: 'lat', value: 'degrees', description: 'latitude, -90 to 90' },
        ...batchOptions,
      ],
      examples: [
        { command: 'waypost addresses near --lon -89.6576 --lat 39.7905' },
        {
          command:
            "waypost addresses near --lon -89.6576 --lat 39.7905 --json | jq -r '.hits[].last_line'",
        },
      ],
      details: [
        'Costs a lookup where there are addresses, and --tags is stored with it; else nothing.',
      ],
      output: asJson(
        'the service\'s result, {"hits": [{"id": "…", "line_1": "…", …}]}, nearest first',
      ),
      errors: [
        { code: 'invalid_input', when: 'for an invalid point' },
        ...withoutLookups,
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: 'hits',
      load: () => import('./addresses').then(({ near }) => near),
    },
  ]),
};

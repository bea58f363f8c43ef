// The commands about addresses.
import { maximumSuggestions } from '../../../api/limits';
import { argument, asking, type CommandGroup, option } from '../../line/command';
import { batchOptions, withoutLookups } from '../../line/common-options';

export const addressesSpec: CommandGroup = {
  name: 'addresses',
  summary: 'Complete, resolve, verify and cleanse addresses',
  commands: asking([
    {
      name: 'autocomplete',
      summary: 'Suggest addresses for what is typed; costs nothing',
      description: 'Suggest addresses for what has been typed so far. Costs nothing.',
      arguments: [argument('[query]', 'beginning of an address', { text: true })],
      options: [
        option('--datasets <a,b>', 'only suggestions of these datasets, such as usps', {
          completion: 'dataset',
        }),
        option('--limit <n>', `suggestions, 1 to ${maximumSuggestions} (default: 10)`),
        ...batchOptions,
      ],
      examples: [
        'waypost addresses autocomplete "1226 w main"',
        'waypost addresses autocomplete "1226 w main" --json | jq -r \'.hits[0].id\'',
        'waypost addresses autocomplete "1226 w main" --datasets usps',
      ],
      details: ['Suggestions cost nothing; `waypost addresses resolve <id>` does.'],
      json: 'the service\'s result, {"hits": [{"id": "…", "suggestion": "…", …}]}, best first',
      errors: [
        { code: 'api_error', when: 'with code 40016 for a dataset the service does not know' },
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: 'hits',
      load: () => import('./addresses').then(({ addressesAutocomplete }) => addressesAutocomplete),
    },
    {
      name: 'resolve',
      summary: 'Show the address of a suggestion; costs a lookup',
      description: 'Show the whole address of a suggestion.',
      arguments: [argument('[id]', 'id of a suggestion')],
      options: batchOptions,
      examples: [
        'waypost addresses resolve usps_1008160919',
        'waypost addresses resolve "$(waypost addresses autocomplete "1226 w" --json | jq -r .hits[0].id)"',
      ],
      details: [
        'Each address that is found costs a lookup; --tags is stored with it. Ids come from `waypost addresses autocomplete` and expire. The addresses are those of the USA.',
      ],
      json: 'the service\'s address, {"id": "…", "line_1": "…", "last_line": "…", …, "dataset": "usps", "native": {…}}',
      errors: [
        { code: 'invalid_input', when: 'for the name of a file in place of an id' },
        { code: 'not_found', when: 'with code 4048 for an unknown id' },
        ...withoutLookups,
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: '',
      load: () => import('./addresses').then(({ addressesResolve }) => addressesResolve),
    },
    {
      name: 'verify',
      summary: 'Check whether an address exists; a match costs a lookup',
      description:
        'Check whether an address exists, and show it written right. A match costs a lookup.',
      arguments: [argument('[query]', 'the address, in one text', { text: true })],
      options: [
        option('--context <context>', 'country to look in, such as usa', { completion: 'context' }),
        ...batchOptions,
      ],
      examples: [
        'waypost addresses verify "1226 West Main Street, Springfield, IL 62701"',
        'waypost addresses verify "1226 w main, springfield" --context usa --json | jq .match',
        'waypost addresses verify --file customers.csv --column "{street}, {city}, {state} {zip}"',
      ],
      details: ['A match costs a lookup, and --tags is stored with it; no match costs nothing.'],
      json: 'the service\'s result, {"query": "…", "match": {…} or null, "count": 1, "fit": 1, "confidence": 0.9, "address_line_one": "…", …}',
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
      load: () => import('./addresses').then(({ addressesVerify }) => addressesVerify),
    },
    {
      name: 'cleanse',
      summary: 'Find the address a text means; a match costs a lookup',
      description: 'Find the address that a text most likely means. A match costs a lookup.',
      arguments: [argument('[query]', 'the address, or its first lines', { text: true })],
      options: [
        option('--postcode <postcode>', 'its postcode or ZIP code'),
        option('--post-town <town>', 'its town or city'),
        option('--county <county>', 'its county or state'),
        ...batchOptions,
      ],
      examples: [
        'waypost addresses cleanse "1226 w mian st, sprngfield il"',
        'waypost addresses cleanse "1226 main st" --post-town springfield --postcode 62701 --json',
      ],
      details: ['A match costs a lookup, and --tags is stored with it; no match costs nothing.'],
      json: 'the service\'s result, {"query": "…", "match": {…} or null, "count": 1, "fit": 0.9, "confidence": 0.8}',
      errors: [
        { code: 'auth_failed', when: 'with code 4015 without the dataset uspscleanse' },
        ...withoutLookups,
        { code: 'missing_api_key' },
      ],
      rows: '',
      load: () => import('./addresses').then(({ addressesCleanse }) => addressesCleanse),
    },
    {
      name: 'near',
      summary: 'List the addresses at a point; costs a lookup where there are any',
      description:
        'List the addresses at a point, nearest first. Costs a lookup where there are any.',
      options: [
        option('--lon <degrees>', 'longitude, -180 to 180'),
        option('--lat <degrees>', 'latitude, -90 to 90'),
        ...batchOptions,
      ],
      examples: [
        'waypost addresses near --lon -89.6576 --lat 39.7905',
        "waypost addresses near --lon -89.6576 --lat 39.7905 --json | jq -r '.hits[].last_line'",
      ],
      details: [
        'Costs a lookup where there are addresses, and --tags is stored with it; else nothing.',
      ],
      json: 'the service\'s result, {"hits": [{"id": "…", "line_1": "…", …}]}, nearest first',
      errors: [
        { code: 'invalid_input', when: 'for an invalid point' },
        ...withoutLookups,
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: 'hits',
      load: () => import('./addresses').then(({ addressesNearPoint }) => addressesNearPoint),
    },
  ]),
};

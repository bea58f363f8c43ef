// Describes the `waypost addresses` commands.
import { maximumSuggestions } from '../../../api/limits';
import { argument, asking, type CommandGroup, option } from '../../line/command';
import { batchOptions, withoutLookups } from '../../line/common-options';

export const addressesSpec: CommandGroup = {
  name: 'addresses',
  summary: 'Complete, resolve, verify and cleanse addresses',
  commands: asking([
    {
      name: 'autocomplete',
      summary: 'Suggest addresses for partial input; costs nothing',
      description: 'Suggest addresses that complete partial input. Costs nothing.',
      arguments: [argument('[query]', 'partial address to complete', { text: true })],
      options: [
        option('--datasets <a,b>', 'suggest only addresses in these datasets, such as usps', {
          completion: 'dataset',
        }),
        option(
          '--limit <n>',
          `maximum number of suggestions, 1 to ${maximumSuggestions} (default: 10)`,
        ),
        ...batchOptions,
      ],
      examples: [
        'waypost addresses autocomplete "1226 w main"',
        'waypost addresses autocomplete "1226 w main" --json | jq -r \'.hits[0].id\'',
        'waypost addresses autocomplete "1226 w main" --datasets usps',
      ],
      details: [
        'To get the complete address of a suggestion, use `waypost addresses resolve <id>`, which costs a lookup.',
      ],
      json: 'the service\'s result, {"hits": [{"id": "…", "suggestion": "…", …}]}, best first',
      errors: [
        { code: 'api_error', when: 'with API code 40016, if a dataset does not exist' },
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: 'hits',
      load: () => import('./addresses').then(({ addressesAutocomplete }) => addressesAutocomplete),
    },
    {
      name: 'resolve',
      summary: "Show a suggestion's complete address; costs a lookup",
      description: "Show a suggestion's complete address.",
      arguments: [argument('[id]', 'ID of a suggestion, such as usps_1008160919')],
      options: batchOptions,
      examples: [
        'waypost addresses resolve usps_1008160919',
        'waypost addresses resolve "$(waypost addresses autocomplete "1226 w" --json | jq -r .hits[0].id)"',
      ],
      details: [
        'Each address that the service finds costs a lookup. The service stores the --tags values with each billed lookup. Get an ID with `waypost addresses autocomplete`. IDs expire. The service resolves only addresses in the USA.',
      ],
      json: 'the service\'s result, {"id": "…", "line_1": "…", "last_line": "…", …, "dataset": "usps", "native": {…}}',
      errors: [
        { code: 'invalid_input', when: 'if the argument is a file name instead of an ID' },
        { code: 'not_found', when: 'with API code 4048, if the ID is unknown' },
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
        'Check whether an address exists, and show its standard form. A match costs a lookup.',
      arguments: [argument('[query]', 'full address, as a single argument', { text: true })],
      options: [
        option('--context <context>', 'country to search, such as usa', { completion: 'context' }),
        ...batchOptions,
      ],
      examples: [
        'waypost addresses verify "1226 West Main Street, Springfield, IL 62701"',
        'waypost addresses verify "1226 w main, springfield" --context usa --json | jq .match',
        'waypost addresses verify --file customers.csv --column "{street}, {city}, {state} {zip}"',
      ],
      details: [
        'An address without a match costs nothing. The service stores the --tags values with each billed lookup.',
      ],
      json: 'the service\'s result, {"query": "…", "match": {…} or null, "count": 1, "fit": 1, "confidence": 0.9, "address_line_one": "…", …}',
      errors: [
        {
          code: 'auth_failed',
          when: 'with API code 4016, if the service does not support the context, or the key is not licensed for the context; with API code 4015, if the uspscleanse dataset is not enabled for the key',
        },
        ...withoutLookups,
        {
          code: 'rate_limited',
          when: 'with API code 4290, if the service does not finish the lookup within ten seconds',
        },
        { code: 'missing_api_key' },
      ],
      rows: '',
      load: () => import('./addresses').then(({ addressesVerify }) => addressesVerify),
    },
    {
      name: 'cleanse',
      summary: 'Correct an incomplete or misspelled address; a match costs a lookup',
      description:
        'Find the most likely match for an incomplete or misspelled address. A match costs a lookup.',
      arguments: [argument('[query]', 'address, or the first lines of an address', { text: true })],
      options: [
        option('--postcode <postcode>', 'postcode or ZIP code of the address'),
        option('--post-town <town>', 'town or city of the address'),
        option('--county <county>', 'county or state of the address'),
        ...batchOptions,
      ],
      examples: [
        'waypost addresses cleanse "1226 w mian st, sprngfield il"',
        'waypost addresses cleanse "1226 main st" --post-town springfield --postcode 62701 --json',
      ],
      details: [
        'An address without a match costs nothing. The service stores the --tags values with each billed lookup.',
      ],
      json: 'the service\'s result, {"query": "…", "match": {…} or null, "count": 1, "fit": 0.9, "confidence": 0.8}',
      errors: [
        {
          code: 'auth_failed',
          when: 'with API code 4015, if the uspscleanse dataset is not enabled for the key',
        },
        ...withoutLookups,
        { code: 'missing_api_key' },
      ],
      rows: '',
      load: () => import('./addresses').then(({ addressesCleanse }) => addressesCleanse),
    },
    {
      name: 'near',
      summary: 'List the addresses near a point; a non-empty list costs a lookup',
      description:
        'List the addresses near a point, nearest first. A list with at least one address costs a lookup.',
      options: [
        option('--lon <degrees>', 'longitude in degrees, -180 to 180'),
        option('--lat <degrees>', 'latitude in degrees, -90 to 90'),
        ...batchOptions,
      ],
      examples: [
        'waypost addresses near --lon -89.6576 --lat 39.7905',
        "waypost addresses near --lon -89.6576 --lat 39.7905 --json | jq -r '.hits[].last_line'",
      ],
      details: [
        'An empty list costs nothing. The service stores the --tags values with each billed lookup.',
      ],
      json: 'the service\'s result, {"hits": [{"id": "…", "line_1": "…", …}]}, nearest first',
      errors: [
        { code: 'invalid_input', when: 'if the longitude or latitude is missing or invalid' },
        ...withoutLookups,
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: 'hits',
      load: () => import('./addresses').then(({ addressesNearPoint }) => addressesNearPoint),
    },
  ]),
};

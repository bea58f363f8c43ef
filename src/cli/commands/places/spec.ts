// Describes the `waypost places` commands.
import { argument, asking, type CommandGroup, option } from '../../line/command';
import { batchOptions, withoutLookups } from '../../line/common-options';

export const placesSpec: CommandGroup = {
  name: 'places',
  summary: 'Search and resolve places',
  commands: asking([
    {
      name: 'search',
      summary: 'Search for places by name; costs nothing',
      description: 'Search for countries, areas, cities and towns by name.',
      arguments: [
        argument(
          '[query]',
          'search term; at a terminal, the interactive picker starts with this term',
          { text: true },
        ),
      ],
      options: [
        option(
          '--country-iso <codes>',
          'search only these countries (comma-separated three-letter codes)',
          { completion: 'country' },
        ),
        option('--bias-country-iso <codes>', 'rank places in these countries higher', {
          completion: 'country',
        }),
        option(
          '--bias-lonlat <lon,lat,radius>',
          'rank places within this circle higher; the radius is in meters, at most 50,000',
        ),
        option('--bias-ip', 'rank places near the location of your IP address higher'),
        option('--list', 'print the list of places instead of opening the interactive picker'),
        option(
          '--print-id',
          'print the ID of the place that you pick, without resolving the place',
        ),
        ...batchOptions,
      ],
      examples: [
        'waypost places search berlin',
        "waypost places search paris --country-iso FRA,USA --json | jq -r '.hits[].id'",
        'waypost places search georgia --bias-lonlat 44.8,41.7,50000 --list',
        'id=$(waypost places search --print-id) && waypost places resolve "$id" --json',
      ],
      details: [
        'At a terminal, waypost opens an interactive picker. Type to search, move with the arrow keys, and press Enter to resolve the place. Resolving a place costs a lookup. The service stores the --tags values with each billed lookup. Esc or Ctrl-C closes the picker with exit code 130, at no cost. In a script, and with --json, --no-input or --list, waypost lists the places. The search costs nothing. If you resolve a place, the errors of `waypost places resolve` can also occur.',
      ],
      json: 'the service\'s result, {"hits": [{"id": "geonames_…", "name": "…", "descriptive_name": "…", "country_iso": "…"}]}, at most ten hits, best first',
      errors: [
        {
          code: 'invalid_input',
          when: 'if a country code is unknown, or if the search term is missing and no picker opens',
        },
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: 'hits',
      textIsData: ['print-id'],
      load: () => import('./places').then(({ placesSearch }) => placesSearch),
    },
    {
      name: 'resolve',
      summary: 'Show a place with its coordinates; costs a lookup',
      description: 'Show a place with its coordinates.',
      arguments: [argument('[id]', 'place ID, such as geonames_2950159')],
      options: batchOptions,
      examples: [
        'waypost places resolve geonames_2950159',
        'waypost places resolve "$(waypost places search berlin --json | jq -r \'.hits[0].id\')" --json',
      ],
      details: [
        'Each place that the service finds costs a lookup. The service stores the --tags values with each billed lookup. Get an ID with `waypost places search`. IDs expire.',
      ],
      json: 'the service\'s result, {"id": "…", "name": "…", "longitude": …, "latitude": …, "native": {…}, …}',
      errors: [
        { code: 'invalid_input', when: 'if the argument is a file name instead of an ID' },
        { code: 'not_found', when: 'with API code 4040 or 4048, if the ID is unknown' },
        ...withoutLookups,
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: '',
      load: () => import('./places').then(({ placesResolve }) => placesResolve),
    },
  ]),
};

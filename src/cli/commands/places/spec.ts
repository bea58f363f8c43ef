// The commands about places.
import { argument, asking, type CommandGroup, option } from '../../line/command';
import { batchOptions, withoutLookups } from '../../line/common-options';

export const placesSpec: CommandGroup = {
  name: 'places',
  summary: 'Search places, and resolve them',
  commands: asking([
    {
      name: 'search',
      summary: 'Search places by name; costs nothing',
      description: 'Search countries, areas, cities and towns by name.',
      arguments: [argument('[query]', 'text to search; the picker begins with it', { text: true })],
      options: [
        option(
          '--country-iso <codes>',
          'only these countries: three-letter codes, comma separated',
          { completion: 'country' },
        ),
        option('--bias-country-iso <codes>', 'these countries first', { completion: 'country' }),
        option('--bias-lonlat <lon,lat,radius>', 'places near this point first; radius in meters'),
        option('--bias-ip', 'places near your IP address first'),
        option('--list', 'print the list on a terminal too'),
        option('--print-id', 'print the id of the place that is picked, and do not resolve it'),
        ...batchOptions,
      ],
      examples: [
        'waypost places search berlin',
        "waypost places search paris --country-iso FRA,USA --json | jq -r '.hits[].id'",
        'waypost places search georgia --bias-lonlat 44.8,41.7,50000 --list',
        'id=$(waypost places search --print-id) && waypost places resolve "$id" --json',
      ],
      details: [
        'On a terminal a picker opens: type, move with the arrow keys, and Enter resolves the place, which costs a lookup; --tags is stored with it. Esc or Ctrl-C ends the picker: exit status 130, and nothing is billed. Elsewhere, with --json, --no-input or --list, the places are listed. A search itself costs nothing. On Enter the errors are those of `waypost places resolve`.',
      ],
      json: 'the service\'s result, {"hits": [{"id": "geonames_…", "name": "…", "descriptive_name": "…", "country_iso": "…"}]}, at most ten, best first',
      errors: [
        {
          code: 'invalid_input',
          when: 'for an unknown country code, or where no picker opens and no text is given',
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
      arguments: [argument('[id]', 'id of a suggestion, such as geonames_2950159')],
      options: batchOptions,
      examples: [
        'waypost places resolve geonames_2950159',
        'waypost places resolve "$(waypost places search berlin --json | jq -r \'.hits[0].id\')" --json',
      ],
      details: [
        'Each place that is found costs a lookup; --tags is stored with it. Ids come from a search and expire.',
      ],
      json: 'the service\'s place, {"id": "…", "name": "…", "longitude": …, "latitude": …, "native": {…}, …}',
      errors: [
        { code: 'invalid_input', when: 'for the name of a file in place of an id' },
        { code: 'not_found', when: 'with code 4040 or 4048 for an unknown id' },
        ...withoutLookups,
        { code: 'missing_api_key' },
        { code: 'auth_failed' },
      ],
      rows: '',
      load: () => import('./places').then(({ placesResolve }) => placesResolve),
    },
  ]),
};

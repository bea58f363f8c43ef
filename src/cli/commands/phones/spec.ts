// Describes the `waypost phones` commands.
import { argument, asking, type CommandGroup, option } from '../../line/command';
import { batchOptions, withoutLookups } from '../../line/common-options';

export const phonesSpec: CommandGroup = {
  name: 'phones',
  summary: 'Validate phone numbers',
  commands: asking([
    {
      name: 'validate',
      summary: 'Check whether a phone number is valid; costs a lookup',
      description: 'Check whether a phone number is valid, and show its country.',
      arguments: [
        argument('[number]', 'phone number with its country code, such as "+44 20 7946 0018"', {
          text: true,
        }),
      ],
      options: [
        option(
          '--country <code>',
          'country of the phone number, such as US; required if the number has no country code',
          {
            completion: 'country-2',
          },
        ),
        ...batchOptions,
      ],
      examples: [
        'waypost phones validate "+44 20 7946 0018"',
        'waypost phones validate "(415) 555-2671" --country US',
        'waypost phones validate 442079460018 --json | jq -r .international_format',
      ],
      details: [
        'Include the country code in the number, or set --country. With --country, waypost converts the number to international format before sending it. Each result costs a lookup. The service stores the --tags values with each billed lookup. If the number has no country code and --country is missing, waypost does not send a request, and the command costs nothing.',
      ],
      json: 'the service\'s result, {"valid": true, "country": "…", "international_format": "…", …}',
      errors: [
        {
          code: 'invalid_input',
          when: 'if the number has no country code and --country is missing',
        },
        {
          code: 'auth_failed',
          when: 'with API code 4015, if the phone dataset is not enabled for the key',
        },
        ...withoutLookups,
        {
          code: 'rate_limited',
          when: 'with API code 4290, if the service does not finish the lookup within ten seconds',
        },
        { code: 'missing_api_key' },
      ],
      rows: '',
      load: () => import('./phones').then(({ phonesValidate }) => phonesValidate),
    },
  ]),
};

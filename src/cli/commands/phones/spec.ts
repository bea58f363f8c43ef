// The commands about phone numbers.
import { argument, asking, type CommandGroup, option } from '../../line/command';
import { batchOptions, withoutLookups } from '../../line/common-options';

export const phonesSpec: CommandGroup = {
  name: 'phones',
  summary: 'Validate phone numbers',
  commands: asking([
    {
      name: 'validate',
      summary: 'Check whether a phone number is one; costs a lookup',
      description: 'Check whether a phone number is one, and of which country.',
      arguments: [
        argument('[number]', 'the number with its country code, such as "+44 20 7946 0018"', {
          text: true,
        }),
      ],
      options: [
        option('--country <code>', 'country of numbers without a country code, such as US', {
          completion: 'country-2',
        }),
        ...batchOptions,
      ],
      examples: [
        'waypost phones validate "+44 20 7946 0018"',
        'waypost phones validate "(415) 555-2671" --country US',
        'waypost phones validate 442079460018 --json | jq -r .international_format',
      ],
      details: [
        'A number is given with its country code, or with --country: then it is sent in international form. Each answer costs a lookup; --tags is stored with it. A number without a country costs nothing: it is refused before it is sent.',
      ],
      json: 'the service\'s result, {"valid": true, "country": "…", "international_format": "…", …}',
      errors: [
        { code: 'invalid_input', when: 'for a number without a country' },
        { code: 'auth_failed', when: 'with code 4015 without the dataset phone' },
        ...withoutLookups,
        { code: 'rate_limited', when: 'with code 4290 after ten seconds' },
        { code: 'missing_api_key' },
      ],
      rows: '',
      load: () => import('./phones').then(({ phonesValidate }) => phonesValidate),
    },
  ]),
};

// The commands about phone numbers.
import { asJson, asking, type CommandGroup } from '../../line/command';
import { batchOptions, withoutLookups } from '../../line/common-options';

export const phones: CommandGroup = {
  name: 'phones',
  summary: 'Validate phone numbers',
  commands: asking([
    {
      name: 'validate',
      summary: 'Check whether a phone number is one; costs a lookup',
      description: 'Check whether a phone number is one, and of which country.',
      arguments: [
        {
          name: 'number',
          description: 'the number with its country code, such as "+44 20 7946 0018"',
          text: true,
        },
      ],
      options: [
        {
          name: 'country',
          value: 'code',
          completion: 'country-2',
          description: 'country of numbers without a country code, such as US',
        },
        ...batchOptions,
      ],
      examples: [
        { command: 'waypost phones validate "+44 20 7946 0018"' },
        { command: 'waypost phones validate "(415) 555-2671" --country US' },
        {
          command: 'waypost phones validate 442079460018 --json | jq -r .international_format',
        },
      ],
      details: [
        'A number is given with its country code, or with --country: then it is sent in international form. Each answer costs a lookup; --tags is stored with it. A number without a country costs nothing: it is refused before it is sent.',
      ],
      output: asJson(
        'the service\'s result, {"valid": true, "country": "…", "international_format": "…", …}',
      ),
      errors: [
        { code: 'invalid_input', when: 'for a number without a country' },
        { code: 'auth_failed', when: 'with code 4015 without the dataset phone' },
        ...withoutLookups,
        { code: 'rate_limited', when: 'with code 4290 after ten seconds' },
        { code: 'missing_api_key' },
      ],
      rows: '',
      load: () => import('./phones').then(({ validate }) => validate),
    },
  ]),
};

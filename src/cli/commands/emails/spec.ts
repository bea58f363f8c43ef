// The commands about e-mail addresses.
import { argument, asking, type CommandGroup } from '../../line/command';
import { batchOptions, withoutLookups } from '../../line/common-options';

export const emailsSpec: CommandGroup = {
  name: 'emails',
  summary: 'Validate e-mail addresses',
  commands: asking([
    {
      name: 'validate',
      summary: 'Check whether mail arrives at an address; costs a lookup',
      description: 'Check whether mail arrives at an address.',
      arguments: [argument('[email]', 'the e-mail address')],
      options: batchOptions,
      examples: [
        'waypost emails validate ada@example.com',
        "waypost emails validate ada@gmial.com --json | jq -r '.suggestions[]'",
      ],
      details: [
        'Each answer costs a lookup; --tags is stored with it. A text that cannot be an address costs nothing: it is refused before it is sent.',
      ],
      json: 'the service\'s result, {"result": "deliverable", "not_deliverable" or "unknown", "deliverable": true, "disposable": false, "suggestions": […], …}',
      errors: [
        {
          code: 'invalid_input',
          when: 'for what cannot be an address, or more than 320 characters',
        },
        { code: 'auth_failed', when: 'with code 4015 without the dataset email' },
        ...withoutLookups,
        { code: 'missing_api_key' },
      ],
      rows: '',
      load: () => import('./emails').then(({ emailsValidate }) => emailsValidate),
    },
  ]),
};

// Describes the `waypost emails` commands.
import { argument, asking, type CommandGroup } from '../../line/command';
import { batchOptions, withoutLookups } from '../../line/common-options';

export const emailsSpec: CommandGroup = {
  name: 'emails',
  summary: 'Validate email addresses',
  commands: asking([
    {
      name: 'validate',
      summary: 'Check whether an email address receives mail; costs a lookup',
      description: 'Check whether an email address receives mail.',
      arguments: [argument('[email]', 'email address')],
      options: batchOptions,
      examples: [
        'waypost emails validate ada@example.com',
        "waypost emails validate ada@gmial.com --json | jq -r '.suggestions[]'",
      ],
      details: [
        'Each result costs a lookup. The service stores the --tags values with each billed lookup. If the text cannot be an email address, waypost does not send a request, and the command costs nothing.',
      ],
      json: 'the service\'s result, {"result": "deliverable", "not_deliverable" or "unknown", "deliverable": true, "disposable": false, "suggestions": […], …}',
      errors: [
        {
          code: 'invalid_input',
          when: 'if the text cannot be an email address, or has more than 320 characters',
        },
        {
          code: 'auth_failed',
          when: 'with API code 4015, if the email dataset is not enabled for the key',
        },
        ...withoutLookups,
        { code: 'missing_api_key' },
      ],
      rows: '',
      load: () => import('./emails').then(({ emailsValidate }) => emailsValidate),
    },
  ]),
};

// The commands about API keys.
import { asJson, asking, type CommandGroup } from '../../line/command';
import { anyKey, rangeDetails, rangeOptions, yes } from '../../line/common-options';

export const keys: CommandGroup = {
  name: 'keys',
  summary: 'Show and change API keys, and the lookups they consumed',
  commands: asking([
    {
      name: 'list',
      asks: false,
      summary: 'List the keys that this machine knows',
      description:
        'List the keys that this machine knows: those of every profile, of the environment and of options. The service is not asked.',
      rows: '',
      examples: [
        { command: 'waypost keys list' },
        { command: "waypost keys list --json | jq -r '.[] | select(.in_use).profile'" },
      ],
      output: asJson(
        '[{"preview": "ak_abc…", "type": "api_key|user_token", "profile": "…" or null, "base_url": "…", "source": "flag|env|config", "path": "…" or null, "in_use": true}, …]; profile is null for keys of no profile, path for keys of no file; "command" names the program that prints the key, where one does',
      ),
      errors: [{ code: 'invalid_credentials_file', when: 'for the file in use' }],
      load: () => import('./keys').then(({ list }) => list),
    },
    {
      name: 'show',
      summary: 'Show whether a key can be used now',
      description: 'Show whether a key can be used now, and the contexts it can search.',
      arguments: [
        { name: 'key', description: 'API key or licensee key; the one in use by default' },
      ],
      examples: [
        { command: 'waypost keys show' },
        { command: 'waypost keys show sl_… --json', note: 'a licensee key does too' },
      ],
      output: asJson('the service\'s record, {"available": true, "contexts": […], "context": "…"}'),
      errors: [
        { code: 'auth_failed', when: 'for a key the service does not know' },
        { code: 'missing_api_key' },
      ],
      load: () => import('./keys').then(({ show }) => show),
    },
    {
      name: 'details',
      summary: 'Show what is left on a key, its limits and settings',
      description: 'Show what is left on a key, its limits, datasets and settings.',
      arguments: [anyKey],
      examples: [
        { command: 'waypost keys details' },
        { command: 'waypost keys details --json | jq .lookups_remaining' },
      ],
      output: asJson("the service's private details of the key, unchanged"),
      errors: [
        { code: 'missing_user_token', when: 'without a management key' },
        { code: 'auth_failed', when: "where it is not the owner's" },
      ],
      load: () => import('./keys').then(({ details }) => details),
    },
    {
      name: 'update',
      summary: 'Change settings of a key',
      description: 'Change settings of a key. Only what is given changes.',
      arguments: [anyKey],
      options: [
        { name: 'name', value: 'name', description: 'name of the key' },
        { name: 'daily-limit', value: 'n|none', description: 'lookups a day' },
        { name: 'monthly-limit', value: 'n|none', description: 'lookups a calendar month' },
        {
          name: 'enable-dataset',
          value: 'name',
          completion: 'dataset',
          description: 'dataset to enable; may be repeated',
          repeatable: true,
        },
        {
          name: 'disable-dataset',
          value: 'name',
          completion: 'dataset',
          description: 'dataset to disable; may be repeated',
          repeatable: true,
        },
        {
          name: 'notifications',
          value: 'on|off',
          description: 'whether notifications are sent',
          choices: ['on', 'off'],
        },
        {
          name: 'rate-limit',
          value: 'json',
          description: 'rate limit, an object as the service takes it',
        },
        {
          name: 'body',
          value: 'file|-',
          description: 'JSON object with any of the editable members',
        },
        yes,
      ],
      examples: [
        { command: 'waypost keys update --name "Web shop" --daily-limit 1000' },
        {
          command:
            'waypost keys update --monthly-limit none --disable-dataset here --notifications on',
        },
        {
          command: "jq '{notifications}' settings.json | waypost keys update --body - --yes --json",
        },
      ],
      output: asJson("the service's private details of the key after the update, unchanged"),
      errors: [
        {
          code: 'invalid_input',
          when: 'before anything is sent, and where a limit would be put below what is used without --yes',
        },
        {
          code: 'api_error',
          when: 'with code 4001 and details where the service refuses a value',
        },
      ],
      alsoCalls: ['keyDetails'],
      load: () => import('./update').then(({ update }) => update),
    },
    {
      name: 'usage',
      summary: 'Show the lookups a key consumed, day by day',
      description:
        'Show the lookups a key consumed: total, day by day, and beside the range before.',
      arguments: [anyKey],
      options: [
        ...rangeOptions,
        {
          name: 'tag',
          value: 'tag',
          completion: 'tag',
          description: 'only requests with this tag; up to 3, all of them must be there',
          repeatable: true,
        },
        {
          name: 'licensee',
          value: 'licensee',
          completion: 'licensee',
          description: 'only this licensee: its id, key or name',
        },
      ],
      examples: [
        { command: 'waypost keys usage --last week' },
        {
          command: 'waypost keys usage --start 2026-01-01 --end 2026-03-31 --tag checkout --tag de',
        },
        { command: 'waypost keys usage --last 3mo --format csv > usage.csv' },
        { command: 'waypost keys usage --start yesterday --json' },
      ],
      details: [
        rangeDetails,
        "Without a range, the service's own default holds: the last 21 days. The chart is of whole days.",
      ],
      output: asJson(
        'the service\'s usage record, unchanged: {"start": "…", "end": "…", "total": 12, "dailyCount": [{"date": "…", "count": 1}, …]}\nOver 90 days: the records of the windows as one, total and dailyCount summed',
      ),
      errors: [
        {
          code: 'invalid_input',
          when: 'for an invalid date, a start after the end, more than 3 tags',
        },
      ],
      rows: 'dailyCount',
      alsoCalls: ['licenseeList'],
      load: () => import('./usage').then(({ usage }) => usage),
    },
  ]),
};

// The command that sends any request to the service.
import { argument, type CommandSpec, option } from '../../line/command';

export const apiSpec: CommandSpec = {
  name: 'api',
  summary: 'Send any request to the service',
  description: 'Send any request to the service with the credentials in use.',
  arguments: [
    argument('[method]', 'GET, POST, PUT, DELETE, PATCH, HEAD or OPTIONS, in upper or lower case'),
    argument('[path]', 'path below the base URL, such as places or keys/{key}/usage'),
  ],
  options: [
    // -f and -F share one list, so that the fields keep their order.
    option('-f, --raw-field <key=value>', 'add a parameter with this text', {
      repeatable: true,
      series: 'fields',
    }),
    option(
      '-F, --field <key=json>',
      'add a parameter with this JSON value, or with the text of @file',
      {
        repeatable: true,
        series: 'fields',
      },
    ),
    option('-H, --header <header>', "add a request header: 'name: value'", { repeatable: true }),
    option('--input <file|->', 'send this file, or standard input (-), as the body'),
    option('-i, --include', 'also print the status line and the headers of the response'),
    option('--paginate', 'request every page, and print all pages as one document'),
    option('--silent', 'do not print the response body'),
    option(
      '--as <credential>',
      'credential to send: api-key, management-key or none (default: depends on the path)',
      {
        choices: ['api-key', 'management-key', 'none'],
      },
    ),
  ],
  examples: [
    'waypost api get places -f query=berlin',
    "waypost api get 'keys/{key}/usage' | jq .result.total",
    "waypost api put 'keys/{key}/details' -f name=Shop -F 'daily_limit[limit]=1000'",
    "waypost api get 'keys/{key}/licensees' --paginate --json",
    "waypost api post 'keys/{key}/configs' --input config.json -i",
  ],
  details: [
    'waypost appends the path to the base URL, and rejects a path that leads outside of the base URL. It replaces {key} with the API key in use. It sends the management key with paths under keys/, no credential with sign_up, and the API key with all other paths. --as overrides this choice.',
    "With GET, HEAD, DELETE or --input, waypost sends parameters in the query. In all other requests, it sends them as a JSON body, in which a[b]=x sets a field of an object and a[]=x adds an item to an array. -F parses its value as JSON. It sends text that is not JSON unchanged, and replaces @file with the file's text.",
    'Errors have the same error codes and exit codes as in other commands.',
  ],
  output: [
    {
      title: 'Output',
      text: 'the response body, unchanged; at a terminal, JSON is indented. If the request fails, standard output is empty',
    },
    {
      title: 'Output (--json)',
      text: 'the body, {"result": …, "code": 2000, "message": "…"}; with -i, or if the body is not JSON, {"status": 200, "headers": {…}, "body": …}; body is null if the response has no body',
    },
  ],
  asks: true,
  errors: [
    { code: 'auth_failed' },
    { code: 'api_error' },
    { code: 'rate_limited' },
    { code: 'missing_api_key' },
    { code: 'missing_user_token' },
    { code: 'invalid_input', when: 'if an argument or option is invalid; waypost sends nothing' },
    {
      code: 'invalid_response',
      when: 'if the response is a web page, incomplete JSON, or larger than 10 MiB',
    },
  ],
  textIsData: true,
  alsoCalls: 'any',
  load: () => import('./api').then(({ callApi }) => callApi),
};

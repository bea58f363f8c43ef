// Describes `waypost api`, which sends any request to the service.
import { argument, type CommandSpec, option } from '../../line/command';

export const apiSpec: CommandSpec = {
  name: 'api',
  summary: 'Send any request to the service',
  description: 'Send any request to the service, with the API key or the management key in use.',
  arguments: [
    argument('[method]', 'GET, POST, PUT, DELETE, PATCH, HEAD or OPTIONS, in upper or lower case'),
    argument('[path]', 'path relative to the base URL, such as places or keys/{key}/usage'),
  ],
  options: [
    // The parser adds the values of -f and -F to one list, so that the fields keep their order.
    option('-f, --raw-field <key=value>', 'add a parameter with a text value', {
      repeatable: true,
      series: 'fields',
    }),
    option(
      '-F, --field <key=json>',
      'add a parameter with a JSON value, or with the text of a file (@file)',
      {
        repeatable: true,
        series: 'fields',
      },
    ),
    option('-H, --header <header>', "add a request header, in the form 'name: value'", {
      repeatable: true,
    }),
    option('--input <file|->', 'send this file, or standard input (-), as the body'),
    option('-i, --include', "print the response's status line and headers before the body"),
    option('--paginate', 'request every page of a list, and print all pages as one document'),
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
    'waypost appends the path to the base URL, and rejects a path that leads outside the base URL. waypost replaces {key} with the API key in use. waypost sends the management key for paths under keys/, no credential for sign_up paths, and the API key for all other paths. Use --as to send a different credential.',
    'If the method is GET, HEAD or DELETE, or if you use --input, waypost sends parameters in the query string. In all other requests, waypost sends parameters in a JSON body. a[b]=x sets a field in an object, and a[]=x adds an item to an array. -F parses its value as JSON. If the value is not JSON, -F sends the value as text. However, waypost rejects a value that begins with {, [ or " but is not JSON. If the value is @file, -F sends the file\'s text.',
    '`waypost api` returns the same error codes and exit codes as other commands.',
  ],
  output: [
    {
      title: 'Output',
      text: 'the response body, in which waypost masks the keys in use; at a terminal, indented JSON. If the request fails, waypost does not print the body',
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
    {
      code: 'invalid_input',
      when: 'before waypost sends a request, if an argument or option is invalid',
    },
    {
      code: 'invalid_response',
      when: 'if the response is a web page, contains incomplete JSON, or is larger than 10 MiB',
    },
  ],
  textIsData: true,
  alsoCalls: 'any',
  load: () => import('./api').then(({ callApi }) => callApi),
};

// Any request of the service.
import { argument, type CommandSpec, option } from '../../line/command';

export const apiSpec: CommandSpec = {
  name: 'api',
  summary: 'Make any request of the service',
  description: 'Make any request of the service with the credentials in use.',
  arguments: [
    argument('[method]', 'GET, POST, PUT, DELETE, PATCH, HEAD or OPTIONS, in any case'),
    argument('[path]', 'path below the base URL, such as places or keys/{key}/usage'),
  ],
  options: [
    // One list for both kinds, so that the fields keep their order.
    option('-f, --raw-field <key=value>', 'add a field with a text', {
      repeatable: true,
      series: 'fields',
    }),
    option('-F, --field <key=json>', 'add a field with JSON, or with the text of @file', {
      repeatable: true,
      series: 'fields',
    }),
    option('-H, --header <header>', "add a header, 'name: value'", { repeatable: true }),
    option('--input <file|->', 'send this as the body'),
    option('-i, --include', 'show status line and headers too'),
    option('--paginate', 'read every page, as one document'),
    option('--silent', 'show no body'),
    option('--as <credential>', 'send api-key, management-key or none', {
      choices: ['api-key', 'management-key', 'none'],
    }),
  ],
  examples: [
    'waypost api get places -f query=berlin',
    "waypost api get 'keys/{key}/usage' | jq .result.total",
    "waypost api put 'keys/{key}/details' -f name=Shop -F 'daily_limit[limit]=1000'",
    "waypost api get 'keys/{key}/licensees' --paginate --json",
    "waypost api post 'keys/{key}/configs' --input config.json -i",
  ],
  details: [
    "The path continues the base URL and never leads out of it; {key} is the API key in use. Paths under keys/ are sent with the management key, sign_up without a credential, others with the API key; --as chooses. Fields are members of the query for GET, HEAD, DELETE and with --input, else of a JSON body: a[b]=x makes an object, a[]=x a list. -F reads JSON, takes other text as it is, and @file for a file's text.",
    'Errors have the status and code of every command.',
  ],
  output: [
    {
      title: 'Output',
      text: 'the body as it came; on a terminal, JSON indented. Nothing on standard output where it fails',
    },
    {
      title: 'Output (--json)',
      text: 'the body, {"result": …, "code": 2000, "message": "…"}; with -i, and where the body is not JSON, {"status": 200, "headers": {…}, "body": …}; a missing body is null',
    },
  ],
  asks: true,
  errors: [
    { code: 'auth_failed' },
    { code: 'api_error' },
    { code: 'rate_limited' },
    { code: 'missing_api_key' },
    { code: 'missing_user_token' },
    { code: 'invalid_input', when: 'before anything is sent' },
    {
      code: 'invalid_response',
      when: 'for a web page, for JSON cut off, and for a body over 10 MiB',
    },
  ],
  textIsData: true,
  alsoCalls: 'any',
  load: () => import('./api').then(({ callApi }) => callApi),
};

// What the commands about API keys print with --json.
import {
  flag,
  integer,
  list,
  type Outputs,
  object,
  oneOf,
  orNull,
  serviceResult,
  text,
} from '../../json-schema';

const details = serviceResult('The private details of the key');

export const outputs: Outputs = {
  list: list(
    object(
      {
        preview: text,
        command: text,
        type: oneOf('api_key', 'user_token'),
        profile: orNull(text),
        base_url: text,
        source: oneOf('flag', 'env', 'config'),
        path: orNull(text),
        in_use: flag,
      },
      ['command'],
    ),
  ),
  show: serviceResult('The availability record of the key', { available: flag }, [
    'contexts',
    'context',
  ]),
  details,
  update: details,
  usage: serviceResult(
    'The usage record of the key',
    {
      total: integer,
      dailyCount: list(object({ date: text, count: integer })),
    },
    ['start', 'end'],
  ),
};

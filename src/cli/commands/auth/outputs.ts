// What the commands about credentials print with --json.
import { always, flag, list, type Outputs, object, oneOf, orNull, text } from '../../json-schema';

const source = oneOf('flag', 'env', 'config');
const credential = orNull(object({ source, preview: text }));
const stored = orNull(object({ source, preview: text, command: text }, ['command']));

export const outputs: Outputs = {
  login: object({ success: always(true), config_path: text, available: flag }),
  logout: object({ success: always(true), removed: flag, config_path: text }),
  whoami: object({ api_key: credential, user_token: credential, live: flag, available: flag }, [
    'available',
  ]),
  token: object({ token: text, source }),
  list: list(
    object(
      {
        profile: orNull(text),
        base_url: orNull(text),
        api_key: stored,
        user_token: stored,
        current: flag,
        live: orNull(flag),
        available: orNull(flag),
        error: object({ code: text, message: text }),
      },
      ['live', 'available', 'error'],
    ),
  ),
  switch: object({ success: always(true), profile: orNull(text), config_path: text }),
  remove: object({ success: always(true), profile: text, removed: flag, was_current: flag }),
};

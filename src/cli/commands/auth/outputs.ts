// What the commands about credentials print with --json.
import { always, flag, type Outputs, object, oneOf, orNull, text } from '../../json-schema';

const source = oneOf('flag', 'env', 'config');
const credential = orNull(object({ source, preview: text }));

export const outputs: Outputs = {
  login: object({ success: always(true), config_path: text, available: flag }),
  logout: object({ success: always(true), removed: flag, config_path: text }),
  whoami: object({ api_key: credential, user_token: credential, live: flag, available: flag }, [
    'available',
  ]),
  token: object({ token: text, source }),
};

// What the commands about completion print with --json.
import { always, flag, type Outputs, object, oneOf, orNull, text } from '../../json-schema';

const shell = oneOf('bash', 'zsh', 'fish', 'powershell');

export const outputs: Outputs = {
  install: object({
    success: always(true),
    shell,
    script: text,
    rc: orNull(text),
    rc_changed: flag,
  }),
  print: object({ shell, script: text }),
};

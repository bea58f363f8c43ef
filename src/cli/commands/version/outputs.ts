// What `waypost version` prints with --json.
import { ways } from '../../installation/installed';
import { type Outputs, object, oneOf, orNull, text } from '../../json-schema';

export const outputs: Outputs = {
  version: object({
    version: text,
    commit: orNull(text),
    runtime: text,
    platform: text,
    installed: oneOf(...ways),
  }),
};

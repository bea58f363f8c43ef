// What the commands about configs print with --json.
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
  texts,
} from '../../json-schema';

const config = serviceResult('The config', { name: text, payload: text }, [
  'createdAt',
  'updatedAt',
]);

export const outputs: Outputs = {
  list: serviceResult('The configs', { configs: list(config) }),
  get: config,
  create: config,
  update: config,
  delete: serviceResult('What was deleted', { deleted: integer }),
  pull: object({
    success: flag,
    directory: text,
    written: list(object({ name: text, file: text })),
    unchanged: texts,
    local_only: texts,
  }),
  push: object({
    success: flag,
    created: texts,
    updated: texts,
    deleted: texts,
    unchanged: texts,
    local_only: texts,
    service_only: texts,
  }),
  diff: object({
    different: flag,
    configs: list(
      object({
        name: text,
        file: orNull(text),
        state: oneOf('added', 'changed', 'unchanged', 'service_only'),
        diff: text,
      }),
    ),
    ignored: list(object({ file: text, reason: oneOf('hidden', 'link', 'folder', 'other') })),
  }),
};

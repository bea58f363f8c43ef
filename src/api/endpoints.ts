// The endpoint table, with the method, path, credential, cost and command of each operation. The build evaluates this
// module and bundles only the table, so that no command loads the schemas. See scripts/build/evaluated.mjs.
import type { Endpoint } from './endpoint';
import { type OperationName, operations } from './operations';

export const endpoints = Object.fromEntries(
  Object.entries<Endpoint>(operations).map(
    ([name, { method, path, credential, billed = false, command = null }]) => [
      name,
      { method, path, credential, billed, command },
    ],
  ),
) as Readonly<Record<OperationName, Required<Endpoint>>>;

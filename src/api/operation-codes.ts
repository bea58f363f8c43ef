// The API codes of each operation's errors, by operation name. The build evaluates this module and bundles only its
// value (see endpoints.ts), so that no command loads the schemas.
import type { CatalogCode } from './catalog';
import { commonCodes, type Operation } from './operation';
import { operations } from './operations';

export const operationCodes: Readonly<Record<string, readonly CatalogCode[] | undefined>> =
  Object.fromEntries(
    Object.entries<Operation>(operations).map(([name, { codes }]) => [
      name,
      commonCodes.concat(codes),
    ]),
  );

// The error codes that each operation answers, without the schemas of operations. The build evaluates this module, as
// endpoints.ts.
import type { CatalogCode } from './catalog';
import { commonCodes, type Operation } from './operation';
import { operations } from './operations';

/** By the names of the operations. */
export const operationCodes: Readonly<Record<string, readonly CatalogCode[] | undefined>> =
  Object.fromEntries(
    Object.entries<Operation>(operations).map(([name, { codes }]) => [
      name,
      commonCodes.concat(codes),
    ]),
  );

// The error codes of each operation, without the operation's schemas. The build evaluates this module, like
// endpoints.ts.
import type { CatalogCode } from './catalog';
import { commonCodes, type Operation } from './operation';
import { operations } from './operations';

/** The error codes of each operation, by its name. */
export const operationCodes: Readonly<Record<string, readonly CatalogCode[] | undefined>> =
  Object.fromEntries(
    Object.entries<Operation>(operations).map(([name, { codes }]) => [
      name,
      commonCodes.concat(codes),
    ]),
  );

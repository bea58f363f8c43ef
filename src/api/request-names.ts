// The names of the query parameters and headers that the service's operations accept. The build evaluates this module
// and bundles only the names, so that no command loads the schemas. See scripts/build/evaluated.mjs.
import type { Operation, Parameter } from './operation';
import { operations } from './operations';

const parameters = Object.values<Operation>(operations).flatMap((operation) =>
  Object.values(operation.parameters),
);

function namesIn(place: Parameter['in']): string[] {
  const names = parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  return [...new Set(names)].sort();
}

/** The names of the query parameters. The names are case-sensitive. */
export const queryNames: readonly string[] = namesIn('query');

/** The lowercase names of the headers. */
export const headerNames: readonly string[] = namesIn('header').map((name) => name.toLowerCase());

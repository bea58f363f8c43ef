export function findCycles(targetsByName: ReadonlyMap<string, Iterable<string>>): string[][];

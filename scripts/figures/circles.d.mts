export function findCircles(targetsByName: ReadonlyMap<string, Iterable<string>>): string[][];

/**
 * Returns the cycles of a graph. A cycle is a group of names that all lead to each other (a strongly connected
 * component, found with Tarjan's algorithm).
 */
export function findCycles(targetsByName) {
  const order = new Map();
  const lowest = new Map();
  const path = [];
  const onPath = new Set();
  const cycles = [];

  function visit(name) {
    order.set(name, order.size);
    lowest.set(name, order.get(name));
    path.push(name);
    onPath.add(name);
    for (const target of targetsByName.get(name) ?? []) {
      if (!order.has(target)) {
        visit(target);
        lowest.set(name, Math.min(lowest.get(name), lowest.get(target)));
      } else if (onPath.has(target)) {
        lowest.set(name, Math.min(lowest.get(name), order.get(target)));
      }
    }
    if (lowest.get(name) !== order.get(name)) return;
    const cycle = path.splice(path.indexOf(name));
    for (const each of cycle) onPath.delete(each);
    if (cycle.length > 1) cycles.push(cycle.sort());
  }

  for (const name of targetsByName.keys()) {
    if (!order.has(name)) visit(name);
  }
  return cycles;
}

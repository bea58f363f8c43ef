/**
 * Returns the cycles of a graph. A cycle is a group of names that all lead to each other (a strongly connected
 * component, found with Tarjan's algorithm).
 */
export function findCircles(targetsByName) {
  const order = new Map();
  const lowest = new Map();
  const path = [];
  const onPath = new Set();
  const circles = [];

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
    const circle = path.splice(path.indexOf(name));
    for (const each of circle) onPath.delete(each);
    if (circle.length > 1) circles.push(circle.sort());
  }

  for (const name of targetsByName.keys()) {
    if (!order.has(name)) visit(name);
  }
  return circles;
}

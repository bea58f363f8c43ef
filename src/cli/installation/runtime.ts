// What runs the tool.
import { isStandalone } from '../../lib/installation';

/** Such as `node 24.1.0`, or `bun 1.3.0 (standalone)`. */
export function runtime(): string {
  const { bun, node } = process.versions;
  const engine = bun === undefined ? `node ${node}` : `bun ${bun}`;
  return isStandalone ? `${engine} (standalone)` : engine;
}

/** System and processor, such as `linux-x64`. */
export function platform(): string {
  return `${process.platform}-${process.arch}`;
}

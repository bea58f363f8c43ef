// Which build of the tool this is, and what runs it.
import { isStandalone } from '../../lib/installation';

declare const BUILD_COMMIT: string | null | undefined;

/** The commit it was built from, put in by scripts/build.mjs: the whole hash; null where the source was no git checkout, or is run unbuilt. */
export const commit: string | null = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : null;

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

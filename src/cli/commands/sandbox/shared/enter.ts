// Registers a running sandbox, so that `sandbox list` finds it.
import { version } from '../../../../lib/identity';
import type { Context } from '../../../context';
import { registryFolder } from './which';

/** The facts to register. */
interface Running {
  origin: string;
  port: number;
  /** Data directory; null in memory. */
  data: string | null;
}

/**
 * Registers this process; returns a function that removes it. `log` is the log file of a detached one.
 */
export async function enter(
  context: Context,
  { origin, port, data }: Running,
  log: string | undefined,
): Promise<() => void> {
  const { register } = await import('../../../../sandbox/instance/registry');
  const detached = log !== undefined;
  try {
    const entry = { origin, port, data, version, detached, log: log ?? null };
    return register(registryFolder(context), entry);
  } catch (error) {
    // Without the registry it runs too, and is found by its directory or port.
    if (context.debug) context.trace(`It is not registered: ${String(error)}`);
    return () => {};
  }
}

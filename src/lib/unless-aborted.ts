// Waiting for something only as long as nobody interrupts.

/**
 * The value; undefined as soon as the signal aborts, whatever becomes of the value then. Nothing stays
 * behind on a signal that outlives many of these.
 */
export function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(undefined);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

// Lets other work of the process run during a long computation, so that a server answers meanwhile.

const sliceMs = 8;

/** Answers a function that pauses once its time slice is used up; to be awaited between small steps. */
export function slices(): () => Promise<void> | undefined {
  let end = performance.now() + sliceMs;
  return () => {
    if (performance.now() < end) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        end = performance.now() + sliceMs;
        resolve();
      });
    });
  };
}

// Which mistakes each test reaches.

/**
 * From what the runner noted: `tests`, those that pass (twice, where they start no process), by their number, with
 * the mistakes they reach themselves and through processes; and `loading`, for mistakes that are only reached where a
 * module is loaded, or by tests that cannot be repeated, the files of tests that do so.
 */
export function readReach(entries) {
  const tests = new Map();
  const loading = new Map();
  const failing = new Set();
  const noteLoading = (ids, file) => {
    for (const id of ids) loading.set(id, (loading.get(id) ?? new Set()).add(file));
  };
  for (const entry of entries) {
    if (entry.outside !== undefined) noteLoading(entry.reached, entry.outside);
    if (entry.repeat === 0) {
      tests.set(entry.test, { ...entry, reached: [] });
      noteLoading(entry.reached, entry.file);
      if (entry.failed) failing.add(entry.file);
    } else if (entry.repeat === 1) {
      if (entry.failed || tests.get(entry.test).failed) {
        tests.delete(entry.test);
        noteLoading([...entry.reached, ...entry.byProcesses], entry.file);
      } else tests.set(entry.test, entry);
    }
  }
  for (const files of loading.values()) for (const file of failing) files.delete(file);
  return { tests, loading };
}

// Tests that need more than Node are skipped with a message if it is missing, and fail if continuous integration requires it
// (WAYPOST_TEST_REQUIRE).

/** Whether something is available: `missing` returns why not, or undefined. */
export function requirement(name: string, missing: () => string | undefined): boolean {
  const reason = missing();
  if (reason === undefined) return true;
  const required = (process.env.WAYPOST_TEST_REQUIRE ?? '').split(',').includes(name);
  if (required) throw new Error(`tests of the ${name} are required, but ${reason}`);
  process.stderr.write(`Skipping the tests of the ${name}: ${reason}.\n`);
  return false;
}

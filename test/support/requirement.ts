// Tests that need more than Node are skipped out loud where it is missing, and fail where continuous
// integration says that it must be there (WAYPOST_TEST_REQUIRE).

/** Whether something can be had: `missing` says why not, or nothing. */
export function requirement(name: string, missing: () => string | undefined): boolean {
  const reason = missing();
  if (reason === undefined) return true;
  const required = (process.env.WAYPOST_TEST_REQUIRE ?? '').split(',').includes(name);
  if (required) throw new Error(`tests of the ${name} are required, but ${reason}`);
  process.stderr.write(`Skipping the tests of the ${name}: ${reason}.\n`);
  return false;
}

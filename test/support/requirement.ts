// Some tests require more than Node, for example Chromium. If such a requirement is missing, vitest skips these tests, and
// this code prints the reason. If WAYPOST_TEST_REQUIRE contains the requirement, the tests fail instead.

/**
 * True if the requirement is available. `missing` returns the reason that the requirement is not available, or undefined.
 * Throws if the requirement is missing and WAYPOST_TEST_REQUIRE contains its name.
 */
export function requirement(name: string, missing: () => string | undefined): boolean {
  const reason = missing();
  if (reason === undefined) return true;
  const required = (process.env.WAYPOST_TEST_REQUIRE ?? '').split(',').includes(name);
  if (required) throw new Error(`WAYPOST_TEST_REQUIRE contains ${name}, but ${reason}.`);
  process.stderr.write(`Skipping tests that require: ${name} (${reason}).\n`);
  return false;
}

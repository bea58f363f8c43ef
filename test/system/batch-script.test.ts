// `npm run batch`, in small: a batch killed and interrupted again and again ends with the undisturbed
// output, and the service billed what the tool says.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runShell } from '../support/shell';

test('3,000 rows, killed and interrupted four times each', async () => {
  const script = join(__dirname, '../../scripts/batch.mjs');
  const words = [process.execPath, script, '3000', '4', '7'];
  const { status, stdout, stderr } = await runShell(words, process.env);
  expect(stdout, stderr).toMatch(/^undisturbed .* billed 3,000$/m);
  expect(stdout).toMatch(/^SIGKILL +[1-4] times; output equal; billed [\d,]{5}, in_doubt \d+;/m);
  expect(stdout).toMatch(/^SIGINT +[1-4] times; output equal; billed 3,000, in_doubt 0;/m);
  expect(stdout).not.toContain('BROKEN');
  expect(status).toBe(0);
});

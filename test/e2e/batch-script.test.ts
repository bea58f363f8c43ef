// `npm run batch`, in small: a batch killed and interrupted again and again ends with the undisturbed
// output, and the service billed what the tool says.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('3,000 rows, killed and interrupted four times each', async () => {
  const script = join(__dirname, '../../scripts/batch.mjs');
  const child = spawn(process.execPath, [script, '3000', '4', '7'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  expect(printed).toMatch(/^undisturbed .* billed 3,000$/m);
  expect(printed).toMatch(/^SIGKILL +[1-4] times; output equal; billed [\d,]{5}, in_doubt \d+;/m);
  expect(printed).toMatch(/^SIGINT +[1-4] times; output equal; billed 3,000, in_doubt 0;/m);
  expect(printed).not.toContain('BROKEN');
  expect(status).toBe(0);
});

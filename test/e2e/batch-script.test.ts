// `npm run batch`, in small: a batch killed and interrupted again and again ends with the undisturbed
// output, and the service billed what the tool says.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('600 rows, killed and interrupted twice each', async () => {
  const script = join(__dirname, '../../scripts/batch.mjs');
  const child = spawn(process.execPath, [script, '600', '2', '7'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  expect(printed).toMatch(/^undisturbed .* billed 600$/m);
  expect(printed).toMatch(/^SIGKILL +[12] times; output equal; billed \d{3}, in_doubt \d+;/m);
  expect(printed).toMatch(/^SIGINT +[12] times; output equal; billed 600, in_doubt 0;/m);
  expect(printed).not.toContain('BROKEN');
  expect(status).toBe(0);
});

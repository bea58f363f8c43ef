// The output stream and the exit code for each type of error. test/cli tests every error.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKey, freshHome, userToken } from '../support/keys';
import { sample } from '../support/runs';
import { type StandIn, sendJson, standIn } from '../support/service';
import { errorOf, expectError } from '../support/tool';

let service: StandIn;
beforeAll(async () => {
  service = await standIn(({ path }, response) => {
    if (path.includes('fail')) sendJson(response, 500, { code: 5001, message: 'Odd' });
    else if (path.includes('page')) response.writeHead(200).end('<!doctype html>');
    else sendJson(response, 401, { code: 4010, message: 'Invalid Key' });
  });
});
afterAll(() => service.close());

const env = () => ({
  WAYPOST_BASE_URL: service.url,
  WAYPOST_API_KEY: apiKey,
  WAYPOST_USER_TOKEN: userToken,
});

describe('waypost', () => {
  test.each<[words: string[], exit: number, code: string]>(
    sample([
      [['auth', 'whoam'], 2, 'invalid_input'],
      [['auth', 'logout', '--timeout', 'soon'], 2, 'invalid_input'],
      [['keys', 'show', '--api-key', ''], 2, 'invalid_input'],
      [['emails', 'validate', 'no address'], 2, 'invalid_input'],
      [['keys', 'show'], 4, 'auth_failed'],
      [['keys', 'show', '--api-key', 'ak_fail'], 3, 'service_unavailable'],
      [['keys', 'show', '--api-key', 'ak_page'], 3, 'invalid_response'],
      [['keys', 'show', '--base-url', 'http://127.0.0.1:9/v1'], 3, 'network_error'],
    ]),
  )(
    'prints errors as JSON on standard output if --json is set, and otherwise as text on standard error (arguments: %j, exit code: %i, error: %s)',
    async (words, exit, code) => {
      const home = freshHome();
      const script = await home.call([...words, '--json'], { env: env() });
      expect(errorOf(script)).toMatchObject({ exit, code, message: expect.any(String) });
      expect(script.stderr).toBe('');
      const text = await home.call(words, { env: env() });
      expect(text).toMatchObject({ status: exit, stdout: '' });
      expect(text.stderr).toMatch(/^Error: .+\n/);
    },
  );
});

test('waypost without a command prints the help, or an error if --json is set', async () => {
  const home = freshHome();
  expect(await home.run([])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Usage: waypost'),
  });
  expectError(await home.run('--json'), 'invalid_input');
});

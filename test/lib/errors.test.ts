// Error codes and exit statuses (docs/contract.md), and the help topics that print them.
import { describe, expect, test } from 'vitest';
import { environmentVariables } from '../../src/lib/environment';
import { errorMeanings, exitStatuses, WaypostError } from '../../src/lib/errors';
import { freshHome } from '../support/keys';

test('the exit statuses are those of the contract', () => {
  expect(exitStatuses).toEqual({
    api_error: 1,
    internal_error: 1,
    invalid_input: 2,
    invalid_credentials_file: 2,
    network_error: 3,
    timeout: 3,
    rate_limited: 3,
    service_unavailable: 3,
    invalid_response: 3,
    auth_failed: 4,
    missing_api_key: 4,
    missing_user_token: 4,
    write_failed: 5,
    signup_expired: 6,
    signup_timeout: 6,
    signup_lost: 6,
  });
});

test('the document of an error holds what is known of it, and nothing else', () => {
  const facts = { status: 404, apiCode: 4042, hint: 'Look again.', details: [1], cause: 'hidden' };
  expect(new WaypostError('auth_failed', 'No.', facts).toDocument()).toEqual({
    error: {
      code: 'auth_failed',
      message: 'No.',
      status: 404,
      api_code: 4042,
      hint: 'Look again.',
      details: [1],
    },
  });
  expect(new WaypostError('timeout', 'No.').toDocument()).toEqual({
    error: { code: 'timeout', message: 'No.' },
  });
});

const wide = { env: { COLUMNS: '120' } };

describe('help', () => {
  test('exit-codes names every code with its status and meaning', async () => {
    const { stdout, status } = await freshHome().run(['help', 'exit-codes'], wide);
    expect(status).toBe(0);
    for (const [code, exit] of Object.entries(exitStatuses)) {
      const meaning = errorMeanings[code as keyof typeof errorMeanings];
      expect(stdout.replace(/\s+/g, ' ')).toContain(` ${exit} ${code} ${meaning} `);
    }
    expect(stdout).toMatch(/^ +0 +success/m);
    expect(stdout).toMatch(/^ +130 +interrupted/m);
  });

  test('environment names every variable', async () => {
    const { stdout, status } = await freshHome().run(['help', 'environment'], wide);
    expect(status).toBe(0);
    for (const [name, meaning] of Object.entries(environmentVariables)) {
      expect(stdout).toMatch(new RegExp(`^ +${name} +\\S`, 'm'));
      expect(stdout).toContain(meaning);
    }
    for (const name of ['API_KEY', 'USER_TOKEN', 'BASE_URL', 'PROFILE', 'NO_INPUT', 'DEBUG']) {
      expect(environmentVariables).toHaveProperty(`WAYPOST_${name}`);
    }
  });
});

import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../support/certificate';
import { apiKey, freshHome, keyService, otherKey, refuse, store, userToken } from '../support/keys';
import { asUser, hasOtherUsers } from '../support/other-users';
import { proxyTo } from '../support/proxy';
import { systemTest } from '../support/runs';
import { sendJson, standIn } from '../support/service';
import { documentOf, type Home, type Run, type RunOptions, runtime } from '../support/tool';

interface Report {
  ok: boolean;
  checks: { name: string; ok: boolean; message: string; hint?: string }[];
}

interface Diagnosis {
  run: Run;
  report: Report;
  /** The names of the checks that failed. */
  failed: string[];
  /** Returns the message and the hint of a check. */
  about: (name: string) => string;
}

async function diagnose(
  home: Home,
  env: Record<string, string> = {},
  args: string[] = [],
  as: Partial<RunOptions> = {},
): Promise<Diagnosis> {
  const words = ['doctor', '--json', ...args];
  // Node reads NODE_EXTRA_CA_CERTS only at the start of a process.
  const isProcess = Object.keys(as).length > 0 || 'NODE_EXTRA_CA_CERTS' in env;
  const run = await (isProcess ? home.run(words, { env, ...as }) : home.call(words, { env }));
  const report = documentOf(run) as Report;
  expect(run.stderr).toBe('');
  expect(run.status).toBe(report.ok ? 0 : 1);
  expect(report.ok).toBe(report.checks.every(({ ok }) => ok));
  // Users can share the report, so it must not contain the path of the home directory.
  expect(run.stdout).not.toContain(home.path);
  return {
    run,
    report,
    failed: report.checks.filter(({ ok }) => !ok).map(({ name }) => name),
    about: (name) => {
      const found = report.checks.find((check) => check.name === name);
      return `${found?.message} ${found?.hint ?? ''}`;
    },
  };
}

/** Returns a base URL on this machine at which no server listens. */
async function silentUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
}

test('`doctor` reports every check and ends with exit code 0 if all checks pass', async () => {
  const { url } = await keyService();
  const home = freshHome();
  store(home.configFile, { api_key: apiKey, user_token: userToken, base_url: url });
  const { report, about } = await diagnose(home);
  expect(report.checks.map(({ name }) => name)).toEqual([
    'version',
    'runtime',
    'configuration_directory',
    'credentials_file',
    'settings',
    'data_directory',
    'profile',
    'base_url',
    'api_key',
    'management_key',
    'proxy',
    'tcp',
    'answer',
    'key_accepted',
    'clock',
    'sandbox',
  ]);
  expect(report.ok).toBe(true);
  expect(about('credentials_file')).toContain('~/.config/waypost/credentials.json belongs to you');
  expect(about('credentials_file')).toContain('(mode 0600)');
  expect(about('base_url')).toContain(`${url}, from the stored login`);
  expect(about('runtime')).toContain(runtime);
  expect(about('sandbox')).toContain('No sandbox is running.');
});

test('`doctor` prints each failed check with its fix if --json is not set', async () => {
  const home = freshHome();
  const good = await home.run('doctor', {
    env: { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: (await keyService()).url },
  });
  expect(good).toMatchObject({ status: 0, stderr: '' });
  expect(good.stdout).toMatch(/^ok {6}version .*\n[\s\S]*\nAll checks passed\.\n$/);
  const bad = await home.run('doctor', { env: { WAYPOST_BASE_URL: await silentUrl() } });
  expect(bad.status).toBe(1);
  expect(bad.stdout).toMatch(/^failed {2}API key .*\n +Log in with `waypost auth login`/m);
  expect(bad.stdout).toMatch(/2 checks failed\.\n$/);
});

test('`doctor` reports that a coding agent runs waypost, unless --input is set', async () => {
  const env = { CLAUDECODE: '1', WAYPOST_BASE_URL: await silentUrl() };
  const { about } = await diagnose(freshHome(), env);
  expect(about('agent')).toMatch(
    /^CLAUDECODE is set, so Claude Code is running waypost. .*does not prompt.*--input/,
  );
  const asked = await diagnose(freshHome(), env, ['--input']);
  expect(asked.report.checks.map(({ name }) => name)).not.toContain('agent');
});

test('`doctor` reports an overridden credential, but does not count it as a failure', async () => {
  const { url } = await keyService();
  const home = freshHome();
  store(home.configFile, { api_key: otherKey, base_url: url });
  const env = { WAYPOST_API_KEY: apiKey, WAYPOST_PROFILE: '' };
  const one = await diagnose(home, env);
  expect(one.report.ok).toBe(true);
  expect(one.about('api_key')).toBe(
    'From WAYPOST_API_KEY, which overrides the stored login. To use the overridden key, remove or unset WAYPOST_API_KEY.',
  );
  const both = await diagnose(home, env, ['--api-key', apiKey]);
  expect(both.about('api_key')).toContain(
    'From --api-key, which overrides WAYPOST_API_KEY and the stored login.',
  );
});

test('`doctor` reports the active profile and how the profile was selected', async () => {
  const { url } = await keyService();
  const home = freshHome();
  const file = join(home.path, '.config/waypost/profiles/work/credentials.json');
  store(file, { api_key: apiKey, base_url: url });
  const named = await diagnose(home, { WAYPOST_PROFILE: 'other' }, ['--profile', 'work']);
  expect(named.about('profile')).toContain(
    'work (selected by --profile), which overrides WAYPOST_PROFILE.',
  );
  expect(named.about('credentials_file')).toContain('profiles/work/credentials.json');
  const exported = await diagnose(home, { WAYPOST_PROFILE: 'work' });
  expect(exported.about('profile')).toContain('work (selected by WAYPOST_PROFILE).');
  await home.call('auth switch work');
  expect((await diagnose(home)).about('profile')).toContain('work (chosen with');
});

test('`doctor` reports the settings and their environment variables, and reports that the base URL comes from the settings', async () => {
  const { url } = await keyService();
  const home = freshHome();
  await home.call(['settings', 'set', 'base-url', url]);
  const { failed, about } = await diagnose(home, { WAYPOST_API_KEY: apiKey, NO_COLOR: '1' });
  expect(failed).toEqual([]);
  expect(about('settings')).toContain('Set: base_url, color (environment variable).');
  expect(about('base_url')).toContain(`${url}, from the settings.`);
});

test('`doctor` reports damaged settings and continues with the other checks', async () => {
  const { url } = await keyService();
  const home = freshHome();
  store(join(home.path, '.config/waypost/settings.json'), '{"base_url": ');
  const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: url };
  const { failed, report } = await diagnose(home, env);
  expect(failed).toEqual(['settings']);
  expect(report.checks.map(({ name }) => name)).toContain('key_accepted');
});

test('`doctor` reports a key from a key command, and a key command that fails', async () => {
  const { url } = await keyService();
  const home = freshHome();
  store(home.configFile, { api_key_command: ['echo', apiKey], base_url: url });
  const good = await diagnose(home);
  expect(good.failed).toEqual([]);
  expect(good.about('api_key')).toContain("From the login's key command.");
  store(home.configFile, { api_key_command: ['false'], base_url: url });
  const bad = await diagnose(home);
  expect(bad.failed).toEqual(['api_key']);
});

test.skipIf(process.platform === 'win32')(
  '`doctor` reports a credentials file that other users can read',
  async () => {
    const { url } = await keyService();
    const home = freshHome();
    store(home.configFile, { api_key: apiKey, base_url: url }, 0o644);
    chmodSync(home.configFile, 0o644);
    const { failed, about } = await diagnose(home);
    expect(failed).toEqual(['credentials_file']);
    expect(about('credentials_file')).toMatch(
      /^Other users can read .* \(mode 0644\)\. Run: chmod 600 ~\/\.config\/waypost\/credentials\.json$/,
    );
  },
);

/** The IDs of the user who runs the command, and of another user. */
const [user, another] = [54_321, 54_322];
const asThisUser = asUser(user);

describe.skipIf(!hasOtherUsers)('`doctor`', () => {
  const rows: [string, (home: Home, directory: string) => void, string, RegExp][] = [
    [
      'a HOME directory that waypost cannot write to',
      ({ path }) => chownSync(path, 0, 0),
      'data_directory',
      /~\/\.local\/share\/waypost does not exist, and waypost cannot create it in ~: EACCES.*: chmod u\+wx ~/,
    ],
    [
      'a configuration directory that other users can write to',
      (_, directory) => chmodSync(directory, 0o777),
      'configuration_directory',
      /^Other users can write to .* \(mode 0777\)\..* chmod go-w ~\/\.config\/waypost/,
    ],
    [
      'a configuration directory that belongs to another user',
      (_, directory) => {
        chmodSync(directory, 0o755);
        chownSync(directory, another, another);
      },
      'configuration_directory',
      /belongs to another user \(user ID 54322\)\..* chown/,
    ],
    [
      'a data directory that belongs to another user',
      ({ path }) => {
        const data = join(path, '.local/share/waypost');
        mkdirSync(data, { recursive: true });
        chownSync(data, another, another);
      },
      'data_directory',
      /belongs to another user \(user ID 54322\)\. Change the owner of the directory with chown\./,
    ],
  ];

  test.each(rows)(
    'reports %s, and continues with the other checks',
    async (_name, arrange, name, said) => {
      const { url } = await keyService();
      const home = freshHome();
      const directory = join(home.path, '.config/waypost');
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      for (const path of ['.config/waypost', '.config', '.'])
        chownSync(join(home.path, path), user, user);
      chmodSync(home.path, 0o755);
      arrange(home, directory);
      const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: url };
      const { failed, about, report } = await diagnose(home, env, [], asThisUser);
      expect(failed).toEqual([name]);
      expect(about(name)).toMatch(said);
      expect(report.checks.map((check) => check.name)).toEqual(
        expect.arrayContaining(['key_accepted', 'sandbox']),
      );
    },
  );
});

test('`doctor` reports a damaged credentials file only once, and does not send requests', async () => {
  const service = await keyService();
  const home = freshHome();
  store(home.configFile, '{"api_key": ');
  const { failed, about } = await diagnose(home, { WAYPOST_BASE_URL: service.url });
  expect(failed).toEqual(['credentials_file']);
  expect(about('credentials_file')).toMatch(/is not JSON\. .*waypost auth logout/);
  expect(about('profile')).toContain('The default profile is active');
  expect(about('service')).toContain('waypost did not check the service');
  expect(service.asked).toEqual([]);
});

test('`doctor` reports a malformed key and a malformed base URL', async () => {
  const home = freshHome();
  const key = await diagnose(home, { WAYPOST_API_KEY: userToken });
  expect(key.failed).toEqual(['credentials']);
  expect(key.about('credentials')).toContain('so it is a management key');
  const url = await diagnose(home, { WAYPOST_BASE_URL: 'https://ada:secret-word@service.invalid' });
  expect(url.failed).toEqual(['credentials']);
  expect(url.run.stdout).not.toContain('secret-word');
});

test('`doctor` reports stored credentials that belong to another service', async () => {
  const { url } = await keyService();
  const home = freshHome();
  store(home.configFile, { api_key: apiKey, base_url: 'https://elsewhere.invalid/v1' });
  const { failed, about } = await diagnose(home, { WAYPOST_BASE_URL: url });
  expect(failed).toEqual(['api_key']);
  expect(about('api_key')).toContain(
    'belong to https://elsewhere.invalid, so waypost does not send them',
  );
});

test("`doctor` reports that the base URL's host name does not exist", async () => {
  const { failed, about, report } = await diagnose(freshHome(), {
    WAYPOST_API_KEY: apiKey,
    WAYPOST_BASE_URL: 'https://service.invalid/v1',
  });
  expect(failed).toEqual(['dns']);
  expect(about('dns')).toMatch(/^service\.invalid has no IP address: .* Check --base-url/);
  // doctor skips the checks that require an IP address.
  expect(report.checks.map(({ name }) => name)).not.toContain('tcp');
});

test("`doctor` reports that no program listens on the base URL's port", async () => {
  const { failed, about } = await diagnose(freshHome(), {
    WAYPOST_API_KEY: apiKey,
    WAYPOST_BASE_URL: await silentUrl(),
  });
  expect(failed).toEqual(['tcp']);
  expect(about('tcp')).toMatch(/ECONNREFUSED.*waypost sandbox start --port \d+/);
});

test('`doctor` reports an untrusted certificate, and accepts a certificate in NODE_EXTRA_CA_CERTS', async () => {
  const home = freshHome();
  const certificate = makeCertificate(home.path, 'localhost');
  if (!certificate.isThere) return;
  const server = createSecure(certificate.options(), (_, response) =>
    sendJson(response, 200, { result: { available: true }, code: 2000, message: 'Success' }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: `https://localhost:${port}/v1` };
  const { failed, about } = await diagnose(home, env);
  expect(failed).toEqual(['tls']);
  expect(about('tls')).toMatch(/self.signed certificate.*NODE_EXTRA_CA_CERTS/);
  const named = await diagnose(home, { ...env, NODE_EXTRA_CA_CERTS: certificate.path });
  expect(named.failed).toEqual([]);
  expect(named.about('tls')).toContain('localhost uses TLSv1.3');
  expect(named.about('certificates')).toContain(
    'NODE_EXTRA_CA_CERTS adds the certificates in ~/certificate.pem',
  );
  const other = await diagnose(home, {
    ...env,
    WAYPOST_BASE_URL: `https://127.0.0.1:${port}/v1`,
    NODE_EXTRA_CA_CERTS: certificate.path,
  });
  expect(other.about('tls')).toContain('the certificate is for another host name.');
});

systemTest(
  '`doctor` and other commands report a service that uses HTTP although the base URL begins with https',
  async () => {
    const service = await standIn((_, response) => sendJson(response, 200, {}));
    onTestFinished(() => service.close());
    const home = freshHome();
    const env = {
      WAYPOST_API_KEY: apiKey,
      WAYPOST_BASE_URL: service.url.replace('http:', 'https:'),
    };
    const { failed, about } = await diagnose(home, env);
    expect(failed).toEqual(['tls']);
    expect(about('tls')).toMatch(/: the server uses http, not https\..*the port of --base-url/);
    await home.fails(
      'keys show',
      'network_error',
      { message: /^waypost cannot reach .*: the server uses http, not https\.$/ },
      { env },
    );
  },
);

test('`doctor` reports that NODE_TLS_REJECT_UNAUTHORIZED disables certificate verification', async () => {
  const run = await freshHome().run(['doctor', '--json'], {
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', WAYPOST_BASE_URL: (await keyService()).url },
  });
  const { checks } = documentOf(run) as Report;
  expect(checks).toContainEqual(expect.objectContaining({ name: 'verification', ok: false }));
});

test('`doctor` reports a proxy that works, a proxy that rejects the request and an invalid proxy URL, and does not print the proxy password', async () => {
  const service = await keyService();
  const proxy = await proxyTo(service.url);
  onTestFinished(() => proxy.close());
  const home = freshHome();
  const env = { WAYPOST_API_KEY: apiKey, WAYPOST_BASE_URL: 'http://service.invalid/v1' };
  const { host } = new URL(proxy.url);
  const used = await diagnose(home, { ...env, HTTP_PROXY: `http://ada:pass-word@${host}` }, [
    '--insecure-http',
  ]);
  expect(used.failed).toEqual([]);
  expect(used.about('proxy')).toContain(`Connected through ${proxy.url}`);
  const refusing = await standIn((_, response) => response.writeHead(407).end());
  onTestFinished(() => refusing.close());
  const origin = new URL(refusing.url).host;
  const refused = await diagnose(home, { ...env, HTTP_PROXY: `http://ada:pass-word@${origin}` }, [
    '--insecure-http',
  ]);
  expect(refused.failed).toEqual(['proxy']);
  expect(refused.about('proxy')).toContain('NO_PROXY=service.invalid');
  const none = await diagnose(home, { ...env, HTTP_PROXY: 'socks://here' }, ['--insecure-http']);
  expect(none.failed).toEqual(['proxy']);
  expect(used.run.stdout + refused.run.stdout).not.toContain('pass-word');
});

test('`doctor` reports a key that the service rejects, and a response that does not come from the service', async () => {
  const home = freshHome();
  const rejecting = await keyService({ availability: refuse(404, 4042, 'Key not found') });
  const env = { WAYPOST_API_KEY: apiKey };
  const rejected = await diagnose(home, { ...env, WAYPOST_BASE_URL: rejecting.url });
  expect(rejected.failed).toEqual(['key_accepted']);
  const page = await keyService({ availability: (response) => response.end('<html>') });
  const strange = await diagnose(home, { ...env, WAYPOST_BASE_URL: page.url });
  expect(strange.failed).toEqual(['answer']);
});

test('`doctor` checks the service even if there is no key', async () => {
  const { url } = await keyService();
  const { failed, report } = await diagnose(freshHome(), { WAYPOST_BASE_URL: url });
  expect(failed).toEqual(['api_key']);
  expect(report.checks.map(({ name }) => name)).toContain('answer');
});

test.each([
  [-3600, ['clock'], /360\d s ahead of/],
  [3600, ['clock'], /(3600|3599) s behind/],
  [0, [], /agrees/],
])(
  "`doctor` reports the difference between the service's clock and this machine's clock (difference: %d s)",
  async (seconds, expected, message) => {
    const { url } = await keyService({
      availability: (response) => {
        response.setHeader('date', new Date(Date.now() + seconds * 1000).toUTCString());
        sendJson(response, 200, { result: { available: true }, code: 2000, message: 'Success' });
      },
    });
    const { failed, about } = await diagnose(freshHome(), {
      WAYPOST_API_KEY: apiKey,
      WAYPOST_BASE_URL: url,
    });
    expect(failed).toEqual(expected);
    expect(about('clock')).toMatch(message);
  },
);

test('`doctor` reports a running sandbox, its clock and its faults', async () => {
  const home = freshHome();
  const started = await home.run([
    'sandbox',
    'start',
    '--memory',
    '--port',
    '0',
    '--detach',
    '--json',
  ]);
  const { url } = documentOf(started) as { url: string };
  try {
    const { about, report } = await diagnose(home, { WAYPOST_BASE_URL: url });
    expect(about('sandbox')).toContain(`Running: ${url} (version `);
    expect(report.checks.map(({ name }) => name)).toContain('answer');
    expect(report.checks.filter(({ name }) => name.startsWith('sandbox_'))).toEqual([]);
    const steer = (...words: string[]) =>
      home.call(['sandbox', ...words], { env: { WAYPOST_BASE_URL: url } });
    await steer('clock', '2026-06-15');
    await steer('fault', 'add', '5001', '--path', '/v1/phones*');
    const steered = await diagnose(home, { WAYPOST_BASE_URL: url });
    expect(steered.failed).toEqual(['api_key']);
    expect(steered.about('sandbox_clock')).toMatch(
      /shows 2026-06-15 .*`waypost sandbox clock now /,
    );
    expect(steered.about('sandbox_faults')).toMatch(
      /has 1 active fault\..*`waypost sandbox fault list /,
    );
  } finally {
    await home.call('sandbox stop --all');
  }
});

test('`doctor` reports a profile that is bound to the working directory', async () => {
  const home = freshHome();
  const directory = join(home.path, '.config/waypost');
  const login = { api_key: apiKey, base_url: (await keyService()).url };
  store(join(directory, 'profiles/work/credentials.json'), login);
  store(join(directory, 'profiles.json'), { bindings: { [process.cwd()]: 'work' } });
  const { failed, about } = await diagnose(home);
  expect(failed).toEqual([]);
  expect(about('profile')).toContain('is bound to this profile).');
});

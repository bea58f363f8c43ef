// The comparison of two versions, and the registry from which waypost requests the newest version.
import { expect, test } from 'vitest';
import { isNewer, registryFrom } from '../../../src/cli/installation/newest-version';

test.each([
  ['0.1.1', '0.1.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.99', true],
  ['1.0.0', '1.0.0-beta.2', true],
  ['1.0.0', '1.0.0+build.3', false],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['1.0.0', '1.0.1-beta.1', false],
  ['2.0.0-beta.1', '1.0.0', false],
  ['1.2', '1.0.0', false],
  ['\u001b[31m9.9.9', '1.0.0', false],
])(
  'for the latest version %j and the installed version %j, isNewer returns %s',
  (latest, current, newer) => {
    expect(isNewer(latest, current)).toBe(newer);
  },
);

test.each([
  [{}, 'https://registry.npmjs.org/'],
  [{ npm_config_registry: 'https://npm.example.org/all' }, 'https://npm.example.org/all/'],
  [{ NPM_CONFIG_REGISTRY: 'http://127.0.0.1:4873/' }, 'http://127.0.0.1:4873/'],
  [{ npm_config_registry: 'https://ada:word@npm.example.org/?t=1#x' }, 'https://npm.example.org/'],
  [{ npm_config_registry: 'file:///etc' }, 'https://registry.npmjs.org/'],
  [{ npm_config_registry: ' ' }, 'https://registry.npmjs.org/'],
])('for the environment variables %j, registryFrom returns the registry URL %s', (env, url) => {
  expect(registryFrom(env).href).toBe(url);
});

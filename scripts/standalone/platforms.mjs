// The platforms that have a standalone executable, and the Bun executable that each of them contains. Bun is pinned by
// its version and by the checksum of its npm package.

import { join } from 'node:path';

/** The version of Bun in the executables. */
export const bunVersion = '1.4.2';

/**
 * The platforms. Each platform has a name, Bun's package in `@oven/`, Bun's name for the target, npm's values for `os`,
 * `cpu` and `libc`, and the SHA-512 checksum of the package. If the build does not compile all functions in advance,
 * the platform also has the number of levels of nested functions that the build compiles.
 */
const platforms = [
  {
    name: 'linux-x64',
    os: 'linux',
    cpu: 'x64',
    libc: 'glibc',
    bun: 'bun-linux-x64',
    sha512:
      '9/E/UXOTpSo3YsV5g+FhtTd/qTpiWoKuxS12cqtuYA1ssu9fRAoPQnipFgGyck3tWO63iUdxBiygq+kELFawng==',
  },
  {
    name: 'linux-arm64',
    os: 'linux',
    cpu: 'arm64',
    libc: 'glibc',
    bun: 'bun-linux-aarch64',
    sha512:
      '3BBP9ovJ2RGHFH6Ae1CAtxNtG1+YY6GD6rmYbsUosoAk9+OEl6zeDQ/k4fBkc6dYOJCtWnx8hUxzNzQATSmvYQ==',
  },
  {
    name: 'linux-x64-musl',
    os: 'linux',
    cpu: 'x64',
    libc: 'musl',
    bun: 'bun-linux-x64-musl',
    sha512:
      'vVTKUg1bnPhRP/Hp73jIVoFh2vPFNYEqYX0ERKfZBOQEEHitNAeukZzzuUDZS0SoDCIpuWUGSpd/CDMbjdR+Uw==',
  },
  {
    name: 'linux-arm64-musl',
    os: 'linux',
    cpu: 'arm64',
    libc: 'musl',
    bun: 'bun-linux-aarch64-musl',
    sha512:
      '+Sm6y+lSiSFBOtXmnekp5Q6n1tUKlyv71FCPWBc61Cgb14T5eBs8SN/nh4MUCOKzONkI3O+as3MGUgikS4aCBQ==',
  },
  {
    name: 'darwin-x64',
    os: 'darwin',
    cpu: 'x64',
    bun: 'bun-darwin-x64',
    sha512:
      'gZTxZuLjkUhAWjTETu3tw0WhsEdNkJ64daj60ybhPf835a2yollV3yTkK9JozvzKPx4TRFzLSl8C+U525pxVbw==',
  },
  {
    name: 'darwin-arm64',
    os: 'darwin',
    cpu: 'arm64',
    bun: 'bun-darwin-aarch64',
    sha512:
      'MXdZkP1featqxZ+/VTXWG1BVjM4OGBehVY2Q88EeUj/7L0UMeCGItmyPYTN+wxvlGJ6F66JEtzsw+GvQWewnag==',
  },
  {
    name: 'win32-x64',
    os: 'win32',
    cpu: 'x64',
    bun: 'bun-windows-x64',
    // Bun is largest on this platform. With the bytecode of all functions, the packed executable would exceed 50 MB.
    bytecodeDepth: 0,
    sha512:
      '+bN6OuVld/9diT/RLSXSW7JE6CvNE3gL9XsAEjULi1nUsXd6DNO6GuA9jNdNb3r8PdJFnYHr5aypNV1Oj3Rd9g==',
  },
];

/**
 * Returns the platform of this machine.
 * @throws Error if there is no executable for this platform
 */
export function thisPlatform() {
  const { glibcVersionRuntime } = process.report.getReport().header;
  const musl = process.platform === 'linux' && glibcVersionRuntime === undefined ? '-musl' : '';
  return platformNamed(`${process.platform}-${process.arch}${musl}`);
}

function platformNamed(name) {
  const found = platforms.find((platform) => platform.name === name);
  if (found) return found;
  const known = platforms.map((each) => each.name).join(', ');
  throw new Error(`waypost has no executable for ${name}. The platforms are ${known}.`);
}

/**
 * Returns the platforms with these names. The name `all` selects all platforms. Without a name, returns the platform of
 * this machine.
 */
export function namedPlatforms(names) {
  if (names.includes('all')) return platforms;
  return names.length === 0 ? [thisPlatform()] : names.map(platformNamed);
}

/** Returns the path of a platform's executable in the repository. */
export function executableOf(root, { name, os }) {
  return join(root, 'dist-standalone', name, os === 'win32' ? 'waypost.exe' : 'waypost');
}

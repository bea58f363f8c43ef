// npm runs this when waypost is installed from a clone or from git: it builds dist/. `npm install --global .`
// in a fresh clone installs no development dependencies, so those of the build are installed first.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function hasBuildTools() {
  try {
    import.meta.resolve('rolldown');
    return true;
  } catch {
    return false;
  }
}

/** Installs the development dependencies of this clone, not those of the running installation. */
function installBuildTools() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(global|prefix|location|local_prefix|omit|production)$/i.test(name),
    ),
  );
  execFileSync('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

const isGlobal = process.env.npm_config_global === 'true';
if (!hasBuildTools() && isGlobal) installBuildTools();
if (hasBuildTools() || isGlobal) {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--quiet'], {
    stdio: 'inherit',
  });
} else {
  process.stderr.write(
    'waypost is not built: the build needs the development dependencies (npm ci).\n',
  );
}

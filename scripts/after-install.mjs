// Builds dist/ and man/ after npm has installed the packages of a clone. In package.json, the script is not called
// `prepare`, because npm would then report that the packed file has an install script.
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

if (hasBuildTools()) {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--quiet'], {
    stdio: 'inherit',
  });
  execFileSync(process.execPath, [join(root, 'scripts/man.mjs')], { stdio: 'inherit' });
} else {
  process.stderr.write(
    'waypost is not built, because the build requires the development dependencies (npm ci).\n',
  );
}

// A copy of the tree with other sources: the tests there run, and build, what a script made of them.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The rooms that are judged, as their files begin. */
const judged = ['src/client/', 'src/lib/', 'src/cli/commands/auth/', 'src/cli/commands/signup'];

/** Files of the checkout at `root`, committed or not, relative to it. */
function filesOf(root) {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const deleted = new Set(git(root, ['ls-files', '-z', '--deleted']));
  return git(root, words).filter((file) => !deleted.has(file));
}

function git(root, words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
}

/** The sources whose tests are judged, relative to `root`. */
function judgedSources(root) {
  return filesOf(root).filter(
    (file) => file.endsWith('.ts') && judged.some((start) => file.startsWith(start)),
  );
}

/**
 * Copies the checkout at `root` and gives the copy's directory. `rewrite(file, text, common)` gives the text of each
 * judged source; `common` is what it can import, the module whose text `common(copy)` gives. `atEachFile` is added to
 * what runs before each file of tests.
 */
export function copyTree(root, { rewrite, common, atEachFile = '' }) {
  const copy = mkdtempSync(join(tmpdir(), 'waypost-copy-'));
  // Some tests run the command as another user.
  chmodSync(copy, 0o755);
  for (const file of filesOf(root)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true });
  }
  const modules = 'node_modules';
  cpSync(join(root, modules), join(copy, modules), { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(copy, 'src/common.ts'), common(copy));
  for (const file of judgedSources(root)) {
    const shared = `${'../'.repeat(file.split('/').length - 2)}common`;
    writeFileSync(join(copy, file), rewrite(file, readFileSync(join(root, file), 'utf8'), shared));
  }
  const setup = join(copy, 'test/support/setup.ts');
  writeFileSync(setup, `${readFileSync(setup, 'utf8')}\n${atEachFile}`);
  return copy;
}

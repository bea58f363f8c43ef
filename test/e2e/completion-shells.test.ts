// Completion in interactive shells, after `waypost completion install`. completion.test.ts tests the script for PowerShell
// without running it.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useAccount } from '../support/account';
import { store } from '../support/keys';
import { requirement } from '../support/requirement';
import { isThorough, sample } from '../support/runs';
import { hasTerminal, Terminal } from '../support/terminal';
import { commandLine } from '../support/tool';

/** The tested shells, and the commands that start them. */
const shells = [
  { shell: 'bash', words: ['bash', '-i'] },
  { shell: 'zsh', words: ['zsh', '-i'] },
  { shell: 'fish', words: ['fish', '-i'] },
] as const;

const has = (shell: string) =>
  requirement(shell, () => {
    try {
      execFileSync(shell, ['--version'], { stdio: 'ignore' });
      return undefined;
    } catch {
      return `${shell} is not installed`;
    }
  });

describe.each(sample(shells))('tab completion in $shell', ({ shell, words }) => {
  const account = useAccount();
  const isHere = has(shell) && hasTerminal;
  let terminal: Terminal;
  let env: NodeJS.ProcessEnv;

  beforeEach(async () => {
    const { path } = account.home;
    const bin = join(path, 'bin');
    mkdirSync(bin);
    const tool = join(bin, 'waypost');
    writeFileSync(tool, `#!/bin/sh\nexec ${commandLine} "$@"\n`);
    chmodSync(tool, 0o755);
    env = account.home.environment({
      ...account.environment,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      PS1: 'ready> ',
      LANG: 'C.UTF-8',
    });
    writeFileSync(join(path, 'request body.json'), '{}');
    // The startup file changes to the home directory. If the test typed `cd`, the output could mix with later keystrokes.
    if (shell === 'bash') writeFileSync(join(path, '.bashrc'), "cd\nPS1='ready> '\n");
    if (shell === 'zsh') writeFileSync(join(path, '.zshrc'), "cd\nPS1='ready> '\n");
    if (shell === 'fish') {
      // If this directory does not exist, fish parses all manual pages in the background for about 15 seconds.
      mkdirSync(join(path, '.local/share/fish/generated_completions'), { recursive: true });
      mkdirSync(join(path, '.config/fish'), { recursive: true });
      writeFileSync(
        join(path, '.config/fish/config.fish'),
        "cd\nset fish_greeting\nfunction fish_prompt\n  echo -n 'ready> '\nend\nset -g fish_autosuggestion_enabled 0\n",
      );
    }
    const installed = await account.run(['completion', 'install', shell]);
    expect(installed.stderr).toBe('');
    expect(installed.status).toBe(0);
  });
  afterEach(async () => {
    if (!isHere) return;
    // Ctrl-C might only cancel a completion that is in progress, and keep the line.
    await anew();
    terminal.type('exit\r');
    await terminal.end();
  });

  /** Starts the shell in the home directory, and waits for its prompt. */
  async function start(): Promise<void> {
    terminal = new Terminal(words, env);
    await shows('');
  }

  /** Waits until the shell's command line is `line`, and the cursor is at the end. */
  function shows(line: string): Promise<void> {
    const whole = `ready> ${line}`;
    const pattern = `^${whole.trimEnd().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`;
    return terminal.cursorOn(new RegExp(pattern), whole.length);
  }

  /** Types a text, and waits until the shell's command line is `line`. */
  async function typed(text: string, line: string): Promise<void> {
    terminal.type(text);
    await shows(line);
  }

  /** Replaces waypost with a script that runs waypost only to complete a line. Otherwise, it records its arguments. */
  function noteWords(): void {
    writeFileSync(
      join(account.home.path, 'bin/waypost'),
      `#!/bin/sh\n[ "$1" = __complete ] && exec ${commandLine} "$@"\nprintf '%s\\n' "$@" > "$HOME/words"\n`,
    );
  }

  /** Returns the arguments that the script recorded last. */
  const wordsNoted = () =>
    readFileSync(join(account.home.path, 'words'), 'utf8').trimEnd().split('\n');

  /** Waits until completion returns `value` after these words. waypost requests account data in the background. */
  async function known(words: string[], value: string): Promise<void> {
    for (let found = ''; !found.includes(value); ) {
      const answer = await account.run(['__complete', 'fish', '--current=', '--', ...words]);
      expect(answer.stderr).toBe('');
      found = answer.stdout;
    }
  }

  /** Clears the shell's command line. */
  const anew = () => typed('\x15', '');

  test.skipIf(!isHere)('completes commands, options and option values', async () => {
    await start();
    await typed('waypost look\t', 'waypost lookups ');
    await typed('exp\t', 'waypost lookups export ');
    await typed('--part\t', 'waypost lookups export --partition-by ');
    await typed('d\t', 'waypost lookups export --partition-by day ');
    await anew();
    await typed(
      'waypost lookups export --format=parq\t',
      'waypost lookups export --format=parquet ',
    );
    await anew();
    const search = 'waypost places search --country-iso';
    // Another code can follow, so only fish adds a space.
    await typed(`${search} DEU,ZW\t`, `${search} DEU,ZWE${shell === 'fish' ? ' ' : ''}`);
    await anew();
    await typed('waypost help exit\t', 'waypost help exit-codes ');
  });

  test.skipIf(!isThorough || !isHere)(
    'quotes special characters in completed file names',
    async () => {
      await start();
      const post = 'waypost api post x --input';
      await typed(`${post} requ\t`, `${post} request\\ body.json `);
      await anew();
      await typed(`${post}=requ\t`, `${post}=request\\ body.json `);
      await anew();
      await typed('waypost configs diff bi\t', 'waypost configs diff bin/');
      writeFileSync(join(account.home.path, 'x$(touch PWN).json'), '{}');
      for (const [typedPath, path] of [
        ['request\\ b', 'request\\ body.json '],
        ['"request b', '"request body.json" '],
        ["'request b", "'request body.json' "],
        ['x', 'x\\$\\(touch\\ PWN\\).json '],
        ['"x', '"x\\$(touch PWN).json" '],
      ]) {
        await anew();
        await typed(`${post} ${typedPath}\t`, `${post} ${path}`);
      }
      if (shell !== 'bash') return;
      // Bash 3.2, which macOS includes, does not have the compopt command.
      await anew();
      await typed('enable -n compopt\r', '');
      await typed(`${post}=request\\ b\t`, `${post}=request\\ body.json `);
      await anew();
      await typed(`${post} x\t`, `${post} x\\$\\(touch\\ PWN\\).json `);
    },
  );

  test.skipIf(!isThorough || !isHere)('completes the names of configs and profiles', async () => {
    const name = 'checkout.v2-eu';
    await account.run(['configs', 'create', name, '--payload', 'x']);
    store(join(account.home.path, '.config/waypost/profiles/shop-live/credentials.json'), {});
    await known(['configs', 'get'], name);
    await start();
    await typed('waypost configs get check\t', 'waypost configs get checkout.v2-eu ');
    await anew();
    await typed('waypost --profile sh\t', 'waypost --profile shop-live ');
  });

  test.skipIf(!isThorough || !isHere)(
    "quotes an account's tags, and does not run a command that a tag contains",
    async () => {
      const tags = [
        'a$(touch PWN).',
        'b`touch PWN`.',
        'c;touch PWN;.',
        'd"$(touch PWN)".',
        "e'$(touch PWN)'.",
        'f&touch PWN|cat>PWN<PWN.',
        'g\\$(touch PWN).',
        'h!!!touch.',
        'i (touch PWN).',
        'j*?[a]~{x..y}^.',
        'k:=@x#%%.',
        'l\\.',
      ];
      const now = new Date().toISOString();
      for (const some of [tags.slice(0, 6), tags.slice(6)])
        await account.lookups(1, now, now, some);
      await known(['keys', 'usage', '--tag'], tags.join('\n'));
      noteWords();
      await start();
      for (const quote of ['', '"', "'"]) {
        for (const tag of tags) {
          const first = tag.charAt(0);
          terminal.type(`waypost keys usage --tag ${quote}${first}\t`);
          // Bash cannot escape an exclamation mark in double quotes, and adds the closing quote.
          const isDropped = shell === 'bash' && quote === '"' && tag.includes('!');
          if (isDropped) await shows(`waypost keys usage --tag ${quote}${first}`);
          else await terminal.until(/ --tag \S.*\.["']? *$/);
          terminal.type(`${shell === 'bash' && !isDropped ? '' : quote}\r`);
          await shows('');
          expect(wordsNoted()).toEqual(['keys', 'usage', '--tag', isDropped ? first : tag]);
        }
      }
      expect(existsSync(join(account.home.path, 'PWN'))).toBe(false);
    },
  );

  test.skipIf(!isThorough || !isHere)(
    'does not run a command substitution on the command line',
    async () => {
      noteWords();
      await start();
      // By default, zsh expands a command substitution before completion. This key binding turns off the expansion.
      if (shell === 'zsh') {
        terminal.type("bindkey '^I' complete-word\r");
        await terminal.until(/complete-word\nready>$/);
      }
      const file = 'waypost api post x --input';
      const lines = [
        'waypost $(touch PWN) ',
        'waypost keys $(touch PWN)',
        'waypost `touch PWN` l',
        'waypost "$(touch PWN)" keys u',
        'waypost "a; touch PWN; ',
        'waypost "a\rtouch PWN\r" k',
        "waypost keys 'a\r$(touch PWN)\r' u",
        'waypost <(touch PWN) k',
        'waypost $((x[$(touch PWN)])) k',
        'waypost --profile=$(touch PWN) configs get ',
        'waypost keys usage --tag=$(touch PWN)',
        'waypost keys usage --tag "$(touch PWN)',
        "waypost keys usage --tag '$(touch PWN)",
        `${file} $(touch PWN)/`,
        `${file}=$(touch PWN)/`,
        `${file} "$(touch PWN)/`,
        `${file} ~$(touch PWN)/`,
        `${file} ~x\\;touch\\ PWN\\;/`,
        `${file} \`touch PWN\`/`,
        `${file} \${x:-$(touch PWN)}/`,
        `${file} $HOME[$(touch PWN)]/`,
        `${file} *(e:touch\\ PWN:)/`,
        'waypost configs diff $(touch PWN)/',
        'waypost configs diff (touch PWN)/',
      ];
      for (const [index, line] of lines.entries()) {
        terminal.type(`${line}\tMARK${index}`);
        await terminal.until(new RegExp(`MARK${index}$`, 'm'));
        await typed(line.includes('\r') ? '\r' : '\x15', '');
        expect(existsSync(join(account.home.path, 'PWN')), line).toBe(false);
      }
    },
  );

  test.skipIf(!isThorough || !isHere)(
    'lists the commands in a command group, and does not print an error for an unknown group',
    async () => {
      await start();
      await typed('waypost nosuch \t\tx', 'waypost nosuch x');
      await anew();
      // Bash lists the possible completions only after a second Tab.
      terminal.type(`waypost keys ${shell === 'bash' ? '\t\t' : '\t'}`);
      await terminal.until(/details[\s\S]*usage/);
      expect(terminal.screen()).not.toMatch(/error|not found/i);
    },
  );
});

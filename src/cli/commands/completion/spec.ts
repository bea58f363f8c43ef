// Describes the `waypost completion` commands.
import { type ArgumentSpec, argument, type CommandGroup, option } from '../../line/command';

const shells = ['bash', 'zsh', 'fish', 'powershell', 'pwsh'] as const;

const shellArgument: ArgumentSpec = argument(
  '[shell]',
  'bash, zsh, fish or powershell (default: your shell)',
  {
    choices: shells.slice(0, 4),
  },
);

export const completionSpec: CommandGroup = {
  name: 'completion',
  summary: 'Set up shell completion for commands, options and values',
  shorthand: { command: 'print', words: shells },
  commands: [
    {
      name: 'install',
      summary: 'Set up completion for your shell',
      description:
        'Set up completion for your shell. To update an outdated completion script, run the command again.',
      arguments: [shellArgument],
      options: [
        option(
          '--rc <file>',
          "shell startup file to change (default: the shell's usual startup file)",
        ),
      ],
      examples: [
        'waypost completion install',
        'waypost completion install zsh --rc ~/.config/zsh/.zshrc',
      ],
      details: [
        "waypost writes the completion script to its data directory. If the shell's startup file does not contain the line that loads the script, waypost adds the line to the end of the file. The startup file for bash is ~/.bashrc (on macOS: ~/.bash_profile). For zsh, it is .zshrc in $ZDOTDIR, or in your home directory if ZDOTDIR is not set. For PowerShell, it is your profile. On Windows, pass the path of the PowerShell profile with --rc $PROFILE. For fish, waypost writes the script to fish's completions directory, and does not change a startup file.",
        "waypost does not write to a file or directory that belongs to another user (except root), and does not follow symbolic links that belong to another user. Your shell runs the script and the startup file, so waypost removes other users' permission to write to these files.",
        'waypost caches values from your account, such as config names, for completion. If the cache is older than a minute, waypost updates the cache in the background. Until the update ends, completion might show old values or nothing.',
      ],
      json: '{"success": true, "shell": "zsh", "script": "…", "rc": "…" or null, "rc_changed": true}; rc is null if the shell does not require a line in a startup file',
      errors: [
        {
          code: 'invalid_input',
          when: 'if waypost does not support the shell, or cannot find the startup file',
        },
        { code: 'write_failed' },
      ],
      load: () => import('./install').then(({ completionInstall }) => completionInstall),
    },
    {
      name: 'print',
      summary: 'Print the completion script for a shell',
      description:
        'Print the completion script for a shell without installing it. `waypost completion bash` is short for `waypost completion print bash`.',
      arguments: [shellArgument],
      examples: [
        'waypost completion print bash > waypost.bash',
        'waypost completion print fish | source',
      ],
      json: '{"shell": "bash", "script": "…"}',
      errors: [{ code: 'invalid_input', when: 'if waypost does not support the shell' }],
      textIsData: true,
      load: () => import('./completion').then(({ completionPrint }) => completionPrint),
    },
  ],
};

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
        'Set up completion for your shell. To update an outdated script, run the command again.',
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
        "waypost writes the script to waypost's data directory, and adds one line to the end of the shell's startup file if the line is missing. The startup file is ~/.bashrc (~/.bash_profile on macOS), .zshrc in $ZDOTDIR or your home directory, or the PowerShell profile. On Windows, pass the path of the PowerShell profile with --rc $PROFILE. For fish, waypost writes the script to fish's completions directory.",
        'waypost writes only to files and directories that you own. waypost does not follow symbolic links that other users own. Other users cannot write to the new files.',
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

// The commands about completion in shells.
import { type ArgumentSpec, argument, type CommandGroup, option } from '../../line/command';

const shells = ['bash', 'zsh', 'fish', 'powershell', 'pwsh'] as const;

const shellArgument: ArgumentSpec = argument(
  '[shell]',
  'bash, zsh, fish or powershell; yours by default',
  {
    choices: shells.slice(0, 4),
  },
);

export const completionSpec: CommandGroup = {
  name: 'completion',
  summary: 'Complete commands, options and values in your shell',
  shorthand: { command: 'print', words: shells },
  commands: [
    {
      name: 'install',
      summary: 'Set up completion for your shell',
      description: 'Set up completion for your shell. Running it again only updates an old script.',
      arguments: [shellArgument],
      options: [
        option(
          '--rc <file>',
          'startup file of the shell that gets the line (default: the usual one)',
        ),
      ],
      examples: [
        'waypost completion install',
        'waypost completion install zsh --rc ~/.config/zsh/.zshrc',
      ],
      details: [
        'The script is kept in the data directory, and one line is added at the end of ~/.bashrc (~/.bash_profile on macOS), of .zshrc in $ZDOTDIR or your home directory, or of the profile of PowerShell; on Windows name that with --rc $PROFILE. For fish, the script itself goes into its directory of completions.',
        'Only files and directories of your own are written, through no link of another user, and nobody else may write them afterwards.',
        'Values of your account, such as names of configs, come from a cache that is updated in the background after a minute: the first press of Tab may show nothing.',
      ],
      json: '{"success": true, "shell": "zsh", "script": "…", "rc": "…" or null, "rc_changed": true}; rc is null where the shell needs no line',
      errors: [
        { code: 'invalid_input', when: 'for an unknown shell, and where no startup file is known' },
        { code: 'write_failed' },
      ],
      load: () => import('./install').then(({ completionInstall }) => completionInstall),
    },
    {
      name: 'print',
      summary: 'Print the completion script of a shell',
      description:
        'Print the completion script of a shell, and install nothing. `waypost completion bash` is the same.',
      arguments: [shellArgument],
      examples: [
        'waypost completion print bash > waypost.bash',
        'waypost completion print fish | source',
      ],
      json: '{"shell": "bash", "script": "…"}',
      errors: [{ code: 'invalid_input', when: 'for an unknown shell' }],
      textIsData: true,
      load: () => import('./completion').then(({ completionPrint }) => completionPrint),
    },
  ],
};

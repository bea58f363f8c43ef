// The commands that list profiles and bind directories to them.
import { argument, type CommandGroup } from '../../line/command';

export const profilesSpec: CommandGroup = {
  name: 'profiles',
  summary: 'List profiles, and bind directories to them',
  commands: [
    {
      name: 'bind',
      summary: 'Use a profile in a directory and its subdirectories',
      description:
        'Use a profile in a directory and its subdirectories. If several bound directories contain the working directory, waypost uses the profile of the innermost directory. You can pass the two arguments in either order.',
      arguments: [
        argument('<directory>', 'existing directory'),
        argument('<profile>', 'profile name, or "default" for the default profile', {
          completion: 'profile',
        }),
      ],
      examples: [
        'waypost profiles bind . acme',
        'waypost profiles bind ~/work/acme acme',
        {
          command: 'waypost profiles bind . default',
          note: 'binds the working directory to the default profile',
        },
      ],
      details: [
        'waypost stores bindings in your configuration, with the real path of each directory. Therefore, the contents of a directory, such as a file or a symbolic link, cannot select a profile. --profile and WAYPOST_PROFILE override a binding, and a binding overrides `waypost auth switch`.',
      ],
      json: '{"success": true, "directory": "…", "profile": "…" or null, "config_path": "…"}',
      errors: [
        {
          code: 'invalid_input',
          when: 'if the path is not a directory, or the profile name is invalid',
        },
        { code: 'write_failed' },
      ],
      load: () => import('./profiles').then(({ profilesBind }) => profilesBind),
    },
    {
      name: 'unbind',
      summary: "Remove a directory's binding",
      description:
        'Remove the binding between a directory and a profile. The directory does not need to exist.',
      arguments: [argument('<directory>', 'bound directory')],
      examples: ['waypost profiles unbind .'],
      json: '{"success": true, "directory": "…", "removed": true, "config_path": "…"}; removed is false if the directory was not bound',
      errors: [{ code: 'invalid_input' }, { code: 'write_failed' }],
      load: () => import('./profiles').then(({ profilesUnbind }) => profilesUnbind),
    },
    {
      name: 'list',
      summary: 'List the profiles and the directories bound to them',
      description:
        'List the profiles and the directories bound to each profile. waypost marks the active profile, and the profile that you chose with `auth switch`.',
      examples: ['waypost profiles list', 'waypost profiles list --json'],
      json: '[{"profile": "…" or null, "login": true, "current": true, "switched": false, "directories": ["…"]}, …]; profile is null for the default profile; current is true for the active profile; switched is true for the profile that you chose with `auth switch`',
      errors: [{ code: 'invalid_input', when: 'if the profiles file is damaged' }],
      rows: '',
      load: () => import('./profiles').then(({ profilesList }) => profilesList),
    },
  ],
};

// The commands about directories that choose a profile.
import { argument, type CommandGroup } from '../../line/command';

export const profilesSpec: CommandGroup = {
  name: 'profiles',
  summary: 'List profiles, and bind directories to them',
  commands: [
    {
      name: 'bind',
      summary: 'Use a profile in a directory and its subdirectories',
      description:
        'Use a profile in a directory and its subdirectories. The deepest bound directory above the working directory counts. The two words may come in either order.',
      arguments: [
        argument('<directory>', 'an existing directory'),
        argument('<profile>', 'name of the profile, or default for the login without one', {
          completion: 'profile',
        }),
      ],
      examples: [
        'waypost profiles bind . acme',
        'waypost profiles bind ~/work/acme acme',
        { command: 'waypost profiles bind . default', note: 'the login without a profile' },
      ],
      details: [
        'Bindings are stored in your own configuration, by the real path of the directory: no file or link inside a directory can choose a profile. --profile and WAYPOST_PROFILE override a binding; a binding overrides `waypost auth switch`.',
      ],
      json: '{"success": true, "directory": "…", "profile": "…" or null, "config_path": "…"}',
      errors: [
        {
          code: 'invalid_input',
          when: 'for a path that is no directory, or an invalid profile name',
        },
        { code: 'write_failed' },
      ],
      load: () => import('./profiles').then(({ profilesBind }) => profilesBind),
    },
    {
      name: 'unbind',
      summary: 'Remove the binding of a directory',
      description: 'Remove the binding of a directory to a profile, also of one that was deleted.',
      arguments: [argument('<directory>', 'a bound directory')],
      examples: ['waypost profiles unbind .'],
      json: '{"success": true, "directory": "…", "removed": true, "config_path": "…"}; removed is false where it was not bound',
      errors: [{ code: 'invalid_input' }, { code: 'write_failed' }],
      load: () => import('./profiles').then(({ profilesUnbind }) => profilesUnbind),
    },
    {
      name: 'list',
      summary: 'List the profiles and what chooses them',
      description:
        'List the profiles, with the directories that are bound to each and the choice of `auth switch`. The one in use here is marked.',
      examples: ['waypost profiles list', 'waypost profiles list --json'],
      json: '[{"profile": "…" or null, "login": true, "current": true, "switched": false, "directories": ["…"]}, …]; profile is null for the login without one; current where it is in use here, switched where `auth switch` chose it',
      errors: [{ code: 'invalid_input', when: 'where the file of profiles is damaged' }],
      rows: '',
      load: () => import('./profiles').then(({ profilesList }) => profilesList),
    },
  ],
};

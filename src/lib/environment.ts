// The environment variables of the tool and the one rule for reading them: an empty or blank variable counts
// as unset.

/** The process environment, or what a test puts in its place. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that coding agents set for the commands they run: from gh's list (internal/agents/detect.go of
 * github.com/cli/cli), without those that a person's terminal has too: REPL_ID of all of Replit, CURSOR_TRACE_ID and
 * TERM_PROGRAM of editors, GOOSE_PROVIDER and PATH.
 */
const agentVariables = [
  { name: 'AI_AGENT', agent: 'a coding agent' },
  { name: 'AGENT', value: 'amp', agent: 'Amp' },
  { name: 'CODEX_SANDBOX', agent: 'Codex' },
  { name: 'CODEX_CI', agent: 'Codex' },
  { name: 'CODEX_THREAD_ID', agent: 'Codex' },
  { name: 'GEMINI_CLI', agent: 'Gemini CLI' },
  { name: 'COPILOT_CLI', agent: 'Copilot CLI' },
  { name: 'OPENCODE', agent: 'OpenCode' },
  { name: 'ANTIGRAVITY_AGENT', agent: 'Antigravity' },
  { name: 'AUGMENT_AGENT', agent: 'Augment CLI' },
  { name: 'CLAUDE_CODE_IS_COWORK', agent: 'Cowork' },
  { name: 'CLAUDECODE', agent: 'Claude Code' },
  { name: 'CLAUDE_CODE', agent: 'Claude Code' },
  { name: 'CURSOR_AGENT', agent: 'Cursor CLI' },
  { name: 'CURSOR_EXTENSION_HOST_ROLE', value: 'agent-exec', agent: 'Cursor CLI' },
] as const;

/** The variables a user may set, with what each does, for `waypost help environment`. */
export const environmentVariables = {
  WAYPOST_API_KEY: 'API key; overrides the stored one; --api-key overrides it',
  WAYPOST_USER_TOKEN: 'management key; overrides the stored one; --management-key overrides it',
  WAYPOST_BASE_URL:
    'base URL of the service, with its version prefix; overrides login and settings',
  WAYPOST_PROFILE: 'name of the profile whose credentials are used; overrides bound directories',
  WAYPOST_OUTPUT:
    'json: results and errors as with --json; text: as without; overrides the setting output; --json and --no-json override it',
  WAYPOST_TIMEOUT:
    'longest wait for one answer, in seconds; overrides the setting timeout; --timeout overrides it',
  WAYPOST_TAGS:
    'comma-separated labels stored with billed lookups; overrides the setting tags; --tags overrides it',
  WAYPOST_NO_INPUT: 'any value: never ask, never open a browser; like --no-input',
  AI_AGENT: `any value: a coding agent runs the terminal, so nothing asks, moves or opens a browser, and auth token requires --reveal; --input takes it for a person's. So do ${agentVariables
    .slice(1)
    .map((variable) => variableText(variable))
    .join(', ')}`,
  WAYPOST_READ_ONLY:
    'any value but 0 and false: refuse what changes or deletes at the service, or bills, before any request',
  WAYPOST_DEBUG: 'any value: trace requests on standard error, secrets masked; like --debug',
  WAYPOST_KEY_COMMAND: 'set for a command that prints a key, so that none runs inside another',
  XDG_CONFIG_HOME: 'where credentials, profiles and settings are kept, if absolute; else ~/.config',
  XDG_DATA_HOME:
    'where the data of sandboxes and logs of the proxy are kept on Linux; else ~/.local/share',
  XDG_CACHE_HOME:
    'where values for completion and answers of --cache are kept on Linux; else ~/.cache',
  APPDATA: 'where credentials, profiles and settings are kept on Windows',
  HISTFILE: 'a shell history that `waypost auth scan --history` searches too, if it is exported',
  NO_COLOR: 'any value: no color',
  FORCE_COLOR: 'color also without a terminal; 0 or false: none',
  CLICOLOR_FORCE: 'any value but 0: color also without a terminal',
  BROWSER: 'command that opens pages, also in containers and under SSH; none: open nothing',
  CI: 'any value but 0 and false: never open a browser, never wait for a person without a terminal',
  npm_config_registry: 'npm registry that `waypost version --check` asks for the newest version',
  COLUMNS: 'width of help without a terminal: 40 to 120; else 80',
  LC_ALL: 'ASCII symbols if its encoding is not UTF-8; if unset, LC_CTYPE counts, then LANG',
  LC_CTYPE: 'as LC_ALL, which overrides it',
  LANG: 'as LC_CTYPE, which overrides it',
  TERM: 'dumb: no color and no moving lines',
  COLORTERM: 'truecolor or 24bit: 16 million colors',
  HTTP_PROXY: 'proxy for http services (also in lower case)',
  HTTPS_PROXY: 'proxy for https services (also in lower case)',
  NO_PROXY: 'hosts to reach without a proxy (also in lower case)',
  NODE_DISABLE_COMPILE_CACHE: 'any value: compile the code of waypost again at each start',
  NODE_EXTRA_CA_CERTS: 'file of additional certificate authorities, read by Node',
  SHELL: 'shell that `waypost completion install` installs for',
  ZDOTDIR:
    'directory of the .zshrc to which `waypost completion install` adds a line, and of the zsh histories that `waypost auth scan --history` searches',
} as const;

/** Variables that systems and programs set, by which the tool tells where and how it runs. Help does not list them. */
type DetectedVariable =
  | 'CODESPACES'
  | 'DISPLAY'
  | 'KUBERNETES_SERVICE_HOST'
  | 'NODE_TLS_REJECT_UNAUTHORIZED'
  | 'REMOTE_CONTAINERS'
  | 'SSH_CLIENT'
  | 'SSH_CONNECTION'
  | 'SSH_TTY'
  | 'VSCODE_IPC_HOOK_CLI'
  | 'WAYLAND_DISPLAY'
  | 'WSL_DISTRO_NAME'
  | 'WSL_INTEROP'
  | 'container';

/** Variables of proxies, which are read in lower case first. */
export type ProxyVariable = 'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY';

/** A variable the tool reads: one that is not listed above does not compile. */
export type VariableName =
  | keyof typeof environmentVariables
  | DetectedVariable
  | (typeof agentVariables)[number]['name']
  | Lowercase<ProxyVariable>
  | 'NPM_CONFIG_REGISTRY';

/** The value of a variable, trimmed, or undefined where it is unset, empty or blank. */
export function readVariable(env: Environment, name: VariableName): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

export function isCi(env: Environment): boolean {
  return readSwitch(env, 'CI') === true;
}

/** Whether a variable is set to anything but `0` and `false`; undefined where it is unset. */
export function readSwitch(env: Environment, name: VariableName): boolean | undefined {
  const value = readVariable(env, name);
  return value === undefined ? undefined : value !== 'false' && value !== '0';
}

/** The coding agent that runs the terminal, with the variable that says so; undefined where none does. */
export function agentIn(env: Environment): { agent: string; variable: string } | undefined {
  const found = agentVariables.find((variable) => {
    const value = readVariable(env, variable.name);
    return 'value' in variable ? value === variable.value : value !== undefined;
  });
  return found && { agent: found.agent, variable: variableText(found) };
}

function variableText(variable: { name: string; value?: string }): string {
  return variable.value === undefined ? variable.name : `${variable.name}=${variable.value}`;
}

/**
 * The environment for another program: without the variables of this tool, some of which hold keys. Windows
 * ignores upper and lower case in their names.
 */
export function childEnvironment(env: Environment): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOwnVariable(name)));
}

export function isOwnVariable(name: string): boolean {
  return /^WAYPOST_/i.test(name);
}

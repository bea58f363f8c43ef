// The environment variables that waypost reads. An empty or blank variable counts as unset.

/** The environment of the process, or of a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that coding agents set for the commands that they run. This is the list of gh (internal/agents/detect.go of
 * github.com/cli/cli) without the variables that a user's terminal also has: REPL_ID in all of Replit, CURSOR_TRACE_ID
 * and TERM_PROGRAM in editors, GOOSE_PROVIDER and PATH.
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

/** The variables that a user can set, with their descriptions for `waypost help environment`. */
export const environmentVariables = {
  WAYPOST_API_KEY: 'API key; overrides the stored key; --api-key overrides it',
  WAYPOST_USER_TOKEN: 'management key; overrides the stored key; --management-key overrides it',
  WAYPOST_BASE_URL:
    'base URL of the service, with its version prefix; overrides the login and the setting',
  WAYPOST_PROFILE: 'name of the profile to use; overrides bound directories',
  WAYPOST_OUTPUT:
    'json: print results and errors as JSON; text: print text; overrides the setting output; --json and --no-json override it',
  WAYPOST_TIMEOUT:
    'time limit for one response, in seconds; overrides the setting timeout; --timeout overrides it',
  WAYPOST_TAGS:
    'comma-separated tags to store with billed lookups; overrides the setting tags; --tags overrides it',
  WAYPOST_NO_INPUT: 'any value: never prompt and never open a browser; like --no-input',
  AI_AGENT: `any value: a coding agent uses the terminal, so waypost shows no prompts or animations and opens no browser, and auth token requires --reveal; --input overrides it. These have the same effect: ${agentVariables
    .slice(1)
    .map((variable) => variableText(variable))
    .join(', ')}`,
  WAYPOST_READ_ONLY:
    'any value except 0 and false: reject commands that change, delete or bill before they send a request',
  WAYPOST_DEBUG:
    'any value: print a trace of all requests to standard error, with masked secrets; like --debug',
  WAYPOST_KEY_COMMAND: 'set by waypost for a key command, so that it does not run inside another',
  XDG_CONFIG_HOME:
    'directory for credentials, profiles and settings, if it is an absolute path (default: ~/.config)',
  XDG_DATA_HOME: 'directory for sandbox data and proxy logs on Linux (default: ~/.local/share)',
  XDG_CACHE_HOME:
    'directory for completion values and results of --cache on Linux (default: ~/.cache)',
  APPDATA: 'directory for credentials, profiles and settings on Windows',
  HISTFILE: 'additional shell history for `waypost auth scan --history`, if it is exported',
  NO_COLOR: 'any value: print no color',
  FORCE_COLOR: 'print color even without a terminal; 0 or false: print no color',
  CLICOLOR_FORCE: 'any value except 0: print color even without a terminal',
  BROWSER: 'command that opens pages, also in containers and over SSH; none: open no pages',
  CI: 'any value except 0 and false: never open a browser, and never wait for a user without a terminal',
  npm_config_registry:
    'npm registry in which `waypost version --check` looks up the newest version',
  COLUMNS: 'width of help without a terminal: 40 to 120 (default: 80)',
  LC_ALL: 'use ASCII symbols if its encoding is not UTF-8; if unset, LC_CTYPE applies, then LANG',
  LC_CTYPE: 'like LC_ALL, which overrides it',
  LANG: 'like LC_CTYPE, which overrides it',
  TERM: 'dumb: print no color and no animations',
  COLORTERM: 'truecolor or 24bit: use 16 million colors',
  HTTP_PROXY: 'proxy for http services (also in lower case)',
  HTTPS_PROXY: 'proxy for https services (also in lower case)',
  NO_PROXY: 'hosts to reach without a proxy (also in lower case)',
  NODE_DISABLE_COMPILE_CACHE: 'any value: compile the code of waypost again at each start',
  NODE_EXTRA_CA_CERTS: 'file with additional certificate authorities, which Node reads',
  SHELL: 'shell that `waypost completion install` installs for',
  ZDOTDIR:
    'directory of the .zshrc that `waypost completion install` changes, and of the zsh histories that `waypost auth scan --history` searches',
} as const;

/** Variables of systems and programs, from which waypost detects where it runs. Help does not list them. */
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

/** A variable that waypost reads. Code that reads any other variable does not compile. */
export type VariableName =
  | keyof typeof environmentVariables
  | DetectedVariable
  | (typeof agentVariables)[number]['name']
  | Lowercase<ProxyVariable>
  | 'NPM_CONFIG_REGISTRY';

/** Returns the trimmed value of a variable, or undefined if it is unset, empty or blank. */
export function readVariable(env: Environment, name: VariableName): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

export function isCi(env: Environment): boolean {
  return readSwitch(env, 'CI') === true;
}

/** True if a variable is set to any value except `0` and `false`; undefined if it is unset. */
export function readSwitch(env: Environment, name: VariableName): boolean | undefined {
  const value = readVariable(env, name);
  return value === undefined ? undefined : value !== 'false' && value !== '0';
}

/** Returns the coding agent that uses the terminal, and the variable that it sets; undefined if there is none. */
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
 * Returns the environment for another program, without the variables of waypost, some of which contain keys. On Windows,
 * the names of variables are not case-sensitive.
 */
export function childEnvironment(env: Environment): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOwnVariable(name)));
}

export function isOwnVariable(name: string): boolean {
  return /^WAYPOST_/i.test(name);
}

// The environment variables that waypost reads. An empty or blank variable counts as unset.

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that coding agents set for the commands that they run. The list comes from GitHub CLI
 * (internal/agents/detect.go in github.com/cli/cli). The list omits the variables that can also be set in a user's own
 * terminal: REPL_ID in Replit, CURSOR_TRACE_ID and TERM_PROGRAM in editors, GOOSE_PROVIDER and PATH.
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
  WAYPOST_API_KEY: 'API key. Overrides the stored key; --api-key overrides the variable',
  WAYPOST_USER_TOKEN:
    'management key. Overrides the stored key; --management-key overrides the variable',
  WAYPOST_BASE_URL:
    'base URL of the service, including the version prefix, such as /v1. Overrides the stored login and the base-url setting; --base-url overrides the variable',
  WAYPOST_PROFILE:
    'profile to use. Overrides bound directories and `waypost auth switch`; --profile overrides the variable',
  WAYPOST_OUTPUT:
    'json: print results and errors as JSON; text: print text. Overrides the output setting; --json and --no-json override the variable',
  WAYPOST_TIMEOUT:
    'time limit for each response, in seconds. Overrides the timeout setting; --timeout overrides the variable',
  WAYPOST_TAGS:
    'comma-separated tags to store with billed lookups. Overrides the tags setting; --tags overrides the variable',
  WAYPOST_NO_INPUT: 'any value: never prompt or open a browser, like --no-input',
  AI_AGENT: `any value: states that a coding agent is running waypost. waypost then shows no prompts or animations, does not open a browser, and requires --reveal for \`waypost auth token\`. --input overrides the variable. These variables have the same effect: ${agentVariables
    .slice(1)
    .map((variable) => variableText(variable))
    .join(', ')}`,
  WAYPOST_READ_ONLY:
    'any value except 0 and false: reject commands that change or delete data, and commands that cost lookups, before sending a request; 0 or false: allow these commands. Overrides the read-only setting',
  WAYPOST_DEBUG:
    'any value: print a trace of requests to standard error with secrets masked, like --debug',
  WAYPOST_KEY_COMMAND:
    'set by waypost while a key command runs, so that the command cannot start another key command',
  XDG_CONFIG_HOME:
    'directory for credentials, profiles and settings; waypost ignores a relative path (default: ~/.config)',
  XDG_DATA_HOME: 'directory for sandbox data and proxy logs on Linux (default: ~/.local/share)',
  XDG_CACHE_HOME:
    'directory for completion values and --cache results on Linux (default: ~/.cache)',
  APPDATA: 'directory for credentials, profiles and settings on Windows',
  HISTFILE:
    'additional history file that `waypost auth scan --history` searches; the shell must export the variable',
  NO_COLOR: 'any value: disable color',
  FORCE_COLOR:
    'any value except 0 and false: print color even without a terminal; 0 or false: disable color',
  CLICOLOR_FORCE: 'any value except 0: print color even without a terminal',
  BROWSER:
    'command that opens web pages, even in containers and over SSH; none: do not open web pages',
  CI: 'any value except 0 and false: never open a browser; without a terminal, `waypost signup` requires --deadline, --no-wait or --unattended',
  npm_config_registry: 'URL of the npm registry that `waypost version --check` uses',
  COLUMNS:
    'width of help text, in columns, if the output is not a terminal: 40 to 120 (default: 80)',
  LC_ALL:
    'locale that determines the character encoding; if the encoding is not UTF-8, waypost prints ASCII symbols. LC_ALL overrides LC_CTYPE and LANG',
  LC_CTYPE: 'locale that determines the character encoding if LC_ALL is unset. Overrides LANG',
  LANG: 'locale that determines the character encoding if LC_ALL and LC_CTYPE are unset',
  TERM: 'dumb: disable color and animations',
  COLORTERM: 'truecolor or 24bit: use 16 million colors',
  HTTP_PROXY:
    'proxy for http URLs, and for https URLs if HTTPS_PROXY is unset; the lowercase name overrides the uppercase name',
  HTTPS_PROXY: 'proxy for https URLs; the lowercase name overrides the uppercase name',
  NO_PROXY:
    'comma-separated hosts to reach without a proxy; the lowercase name overrides the uppercase name',
  NODE_DISABLE_COMPILE_CACHE: "any value: do not cache waypost's compiled code",
  NODE_EXTRA_CA_CERTS: 'PEM file with additional CA certificates to trust',
  SHELL: 'shell that `waypost completion` and `waypost sandbox env` use by default',
  ZDOTDIR:
    'directory that contains your .zshrc file (for `waypost completion install`) and your zsh histories (for `waypost auth scan --history`)',
} as const;

/**
 * Variables that operating systems and other programs set. waypost uses these variables to detect where it is running.
 * Help does not list these variables.
 */
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

/** The proxy variables. waypost reads the lowercase name, such as `http_proxy`, first. */
export type ProxyVariable = 'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY';

/** The name of a variable that waypost reads. `readVariable` does not accept any other name. */
export type VariableName =
  | keyof typeof environmentVariables
  | DetectedVariable
  | (typeof agentVariables)[number]['name']
  | Lowercase<ProxyVariable>
  | 'NPM_CONFIG_REGISTRY';

/**
 * Returns the value of a variable without whitespace at its start and end. Returns undefined if the variable is unset,
 * empty or blank.
 */
export function readVariable(env: Environment, name: VariableName): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** True if waypost is running in a CI job. */
export function isCi(env: Environment): boolean {
  return readSwitch(env, 'CI') === true;
}

/**
 * Returns true if a variable has any value except `0` and `false`, false for these two values, and undefined if the
 * variable is unset.
 */
export function readSwitch(env: Environment, name: VariableName): boolean | undefined {
  const value = readVariable(env, name);
  return value === undefined ? undefined : value !== 'false' && value !== '0';
}

/**
 * Returns the coding agent that is running waypost, and the variable that the agent sets. Returns undefined if no agent
 * is running waypost.
 */
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
 * Returns the environment variables to pass to another program. Omits waypost's own variables, because some of them
 * contain keys. Ignores letter case in names, as Windows does.
 */
export function childEnvironment(env: Environment): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOwnVariable(name)));
}

export function isOwnVariable(name: string): boolean {
  return /^WAYPOST_/i.test(name);
}

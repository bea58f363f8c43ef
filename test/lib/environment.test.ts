// Environment variables: when a variable counts as set, and which variables other programs get.
import { describe, expect, test } from 'vitest';
import {
  agentIn,
  childEnvironment,
  environmentVariables,
  readVariable,
} from '../../src/lib/environment';

test.each([
  [{}, undefined],
  [{ TERM: undefined }, undefined],
  [{ TERM: '' }, undefined],
  [{ TERM: ' \t\n' }, undefined],
  [{ TERM: ' a b ' }, 'a b'],
  [{ TERM: '0' }, '0'],
])('readVariable reads TERM in the environment %j as %j', (env, value) => {
  expect(readVariable(env, 'TERM')).toBe(value);
});

describe('agentIn', () => {
  test.each([
    ['AI_AGENT', 'any', 'a coding agent'],
    ['AGENT', 'amp', 'Amp'],
    ['CODEX_SANDBOX', 'seatbelt', 'Codex'],
    ['CODEX_CI', '1', 'Codex'],
    ['CODEX_THREAD_ID', 'x', 'Codex'],
    ['GEMINI_CLI', '1', 'Gemini CLI'],
    ['COPILOT_CLI', '1', 'Copilot CLI'],
    ['OPENCODE', '1', 'OpenCode'],
    ['ANTIGRAVITY_AGENT', '1', 'Antigravity'],
    ['AUGMENT_AGENT', '1', 'Augment CLI'],
    ['CLAUDE_CODE_IS_COWORK', '1', 'Cowork'],
    ['CLAUDECODE', '1', 'Claude Code'],
    ['CLAUDE_CODE', '1', 'Claude Code'],
    ['CURSOR_AGENT', '1', 'Cursor CLI'],
    ['CURSOR_EXTENSION_HOST_ROLE', 'agent-exec', 'Cursor CLI'],
  ])('recognizes %s=%s as %s, and `waypost help` lists the variable', (name, value, agent) => {
    expect(agentIn({ [name]: value })).toMatchObject({ agent });
    expect(agentIn({ [name]: ' ' })).toBeUndefined();
    expect(`AI_AGENT ${environmentVariables.AI_AGENT}`).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test.each([
    { AGENT: 'other' },
    { CURSOR_EXTENSION_HOST_ROLE: 'user' },
    { REPL_ID: 'x' },
    { CURSOR_TRACE_ID: 'x' },
    { TERM_PROGRAM: 'kiro' },
    { GOOSE_PROVIDER: 'x' },
  ])('returns undefined for the variables %j, which are also set without an agent', (env) => {
    expect(agentIn(env)).toBeUndefined();
  });
});

test("childEnvironment removes waypost's own variables", () => {
  const env = {
    PATH: '/bin',
    WAYPOST_API_KEY: 'ak',
    waypost_user_token: 'uk',
    MY_WAYPOST_KEY: 'x',
  };
  expect(childEnvironment(env)).toEqual({ PATH: '/bin', MY_WAYPOST_KEY: 'x' });
});

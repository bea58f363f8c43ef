// SKILL.md: what a coding agent needs to know of the tool, with every command on a line. `waypost help agents`
// prints it.
import { errorMeanings, exitStatuses } from '../../../lib/errors';
import { appName } from '../../../lib/identity';
import type { CommandSpec } from '../../line/command';
import { commands, isGroup } from '../../line/commands';
import { usageWords } from '../../line/help-text';

/** The text. */
export function skill(): string {
  const line = (words: string[], spec: CommandSpec) =>
    `- \`${usageWords(words, spec)}\`: ${spec.summary}`;
  const lines = commands.flatMap((entry) =>
    isGroup(entry)
      ? entry.commands.map((spec) => line([appName, entry.name, spec.name], spec))
      : [line([appName, entry.name], entry)],
  );
  const codes = Object.entries(exitStatuses).map(
    ([code, status]) =>
      `- ${status} \`${code}\`: ${errorMeanings[code as keyof typeof errorMeanings]}`,
  );
  return `---
name: waypost
description: Look up, verify and autocomplete places, addresses, emails and phone numbers, and manage API keys, usage, licensees and configs of the lookup service with the waypost command.
---

<!-- Generated from the list of commands by \`npm run reference\`. Do not edit. -->

# waypost

Rules for use without a person at the terminal:

- Give \`--json\`: standard output is then one JSON document, the result or \`{"error": {"code", "message", "hint", …}}\`. Nothing prompts.
- Decide by the exit status and \`error.code\`; read \`error.hint\` for what to do next. Do not parse messages.
- Before an unfamiliar command run \`waypost schema <command>\`: arguments, options, a JSON Schema of the output, errors and exit statuses.
- What bills: \`schema\` says it as \`effects.bills\`, help as "Costs a lookup"; \`changes\` and \`deletes\` likewise. Searching and autocompleting cost nothing.
- Look before you pay: for files use \`--file\` with \`--dry-run\`, which says how many lookups it would cost and how many are left; \`--max-lookups\` limits the run. With \`WAYPOST_READ_ONLY=1\`, whatever changes, deletes or bills is refused before any request; \`waypost proxy --read-only <command>\` runs another program so.
- Commands that delete or replace need \`--yes\` or \`--force\`. Give it only for what the user asked for.
- Never put a key into an argument. Use the stored login, or \`WAYPOST_API_KEY\` and \`WAYPOST_USER_TOKEN\`.
- To sign up without waiting: \`waypost signup --no-wait --json\` names the page for the person (\`signup_url\`, until \`expires_at\`); \`waypost signup --resume --no-wait --json\` asks once: \`{"pending": true, …}\` until it is completed, then the keys are stored.

## Without an account: the sandbox

\`waypost sandbox start --detach --json\` runs the whole service on this machine, where lookups cost nothing real, at the default base URL.

- A key: \`waypost signup --unattended --json\`. More lookups: \`waypost sandbox set lookups=1000\`.
- What a program asked for: \`waypost sandbox requests --json\` is a list of every request with its status, code and charge; \`--clear\` begins anew.
- Answers that are fixed: \`waypost sandbox values --json\` lists a disposable mailbox, an ambiguous address, a place that is gone, and more.
- Failures: \`waypost sandbox fault add 503 --times 1\`. Its end: \`waypost sandbox stop\`.

## Commands

${lines.join('\n')}

## Exit statuses

- 0: success; an empty list too
${codes.join('\n')}
- 130: interrupted
`;
}

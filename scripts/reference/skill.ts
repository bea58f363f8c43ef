// SKILL.md: what a coding agent needs to know of the tool, with every command on a line.
import { commands } from '../../src/cli/commands';
import { errorMeanings, exitStatuses } from '../../src/lib/errors';
import { commandsOf, usageOf } from './facts';

/** The text. */
export function skill(): string {
  const lines = commands.flatMap(commandsOf).map((member) => {
    const usage = usageOf(member).replace(' [options]', '');
    return `- \`${usage}\`: ${member.spec.summary}`;
  });
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
- Lookups cost money where their line below says so. For files use \`--file\`, and \`--dry-run\` first: it says what the run would cost. \`--max-lookups\` limits it.
- Commands that delete or replace need \`--yes\` or \`--force\`. Give it only for what the user asked for.
- Never put a key into an argument. Use the stored login, or \`WAYPOST_API_KEY\` and \`WAYPOST_USER_TOKEN\`.
- To try things without an account: \`waypost sandbox start --detach --json\` runs the whole service on this machine. \`waypost sandbox values --json\` lists values whose answer there is fixed: a disposable mailbox, an ambiguous address, a place that is gone.

## Commands

${lines.join('\n')}

## Exit statuses

- 0: success; an empty list too
${codes.join('\n')}
- 130: interrupted
`;
}

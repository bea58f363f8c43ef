// Generates llms.txt, the documentation for language models (https://llmstxt.org), and AGENTS.md, for coding agents
// that work in this repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programDescription } from '../../src/cli/line/help-text';

/** Returns the text of llms.txt, which lists the pages in docs/README.md with paths from the root of the repository. */
export function llmsText(root: string): string {
  const [, ...sections] = readFileSync(join(root, 'docs/README.md'), 'utf8').split(/^(?=## )/m);
  const pages = sections.map((section) => section.replace(/\]\(([^)]+)\)/g, pathFromRoot)).join('');
  return `# waypost

> ${programDescription}

waypost is a command line tool and a JavaScript library. Run \`waypost schema <command>\` for the arguments, options, output
and errors of a command as JSON. [SKILL.md](SKILL.md) contains rules for coding agents that use waypost.

${pages}`;
}

function pathFromRoot(_link: string, target: string): string {
  return target.startsWith('../') ? `](${target.slice(3)})` : `](docs/${target})`;
}

/** Returns the text of AGENTS.md. */
export function agentsText(): string {
  return `<!-- Generated from scripts/reference/project.ts by \`npm run reference\`. Do not edit. -->

# Instructions for coding agents

This file is for agents that change this repository. To use waypost as a tool, read [SKILL.md](SKILL.md).

waypost is a command line tool (\`src/cli\`), a client library (\`src/client\`), and a sandbox of the service (\`src/sandbox\`),
in TypeScript for Node 20.19 or newer.

## Build and test

- \`npm ci\` installs the dependencies and builds waypost. After a change, \`npm run build\` builds waypost again.
- \`npx vitest run test/client\` builds waypost, and runs the tests in one directory. Run the tests for the code that you
  changed.
- \`npm run check\` checks types, lint rules, unused code, paths in documents and the reference. Run this script before each
  commit.
- \`npm run fix\` formats all files. After a change to a command, run \`npm run reference\` to write the generated files.
- \`npm test\` runs all tests that need only Node. \`npm run test:system\` runs slow tests, and tests that change or depend on
  the system.
- To try a change, run \`npm run build\` and \`node bin/waypost.js sandbox start --memory --detach\`. Then run other commands
  with \`node bin/waypost.js\`.

## Where to find information

- [docs/architecture.md](docs/architecture.md) lists the directories, the allowed imports, and which file to edit for each
  kind of change.
- [CONTRIBUTING.md](CONTRIBUTING.md) describes the steps for each kind of change, such as a new option, error code or
  endpoint, and the rules for tests.
- [docs/compatibility.md](docs/compatibility.md) lists the promises to users. You can add options, fields and error codes,
  but you must not rename or remove existing ones.
- [docs/style.md](docs/style.md) describes how to write text. \`test/style.test.ts\` fails if a text contains a word that
  this page lists under "Words to avoid".
- Do not edit generated files: \`docs/reference/\`, \`docs/test-values.md\`, \`docs/conformance.md\`, \`SKILL.md\`, \`llms.txt\`, \`AGENTS.md\` and
  \`data/seed.schema.json\`.

## Rules

- Add a test that fails without your change. To check the test, undo your change temporarily and run the test.
- Update help, documentation and \`CHANGELOG.md\` together with the behavior.
- Never print, log or store a real key. Use the sandbox in tests.
- Do not add a dependency, an install script or a network request that a command does not need.
`;
}

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
and errors of a command as JSON. [SKILL.md](SKILL.md) has rules for coding agents that use waypost.

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

- \`npm ci\` installs and builds. After a change, run \`npm run build\`: the tests run the built command.
- \`npx vitest run test/client\` runs one directory of tests. Run the tests of the code that you changed.
- \`npm run check\` checks types, lint, unused code, paths in documents and the reference. Run it before each commit.
- \`npm run fix\` formats. \`npm run reference\` writes the generated files after a change to a command.
- \`npm test\` runs everything that needs only Node. \`npm run test:system\` needs minutes and a machine of its own.
- To try a change, run \`node bin/waypost.js sandbox start --memory\` in the background, and then other commands.

## Where things are

- [docs/architecture.md](docs/architecture.md) lists the directories, which imports are allowed, and which file to open for
  a change.
- [CONTRIBUTING.md](CONTRIBUTING.md) has the steps for each kind of change, such as an option, an error code or an endpoint,
  and the rules for tests.
- [docs/compatibility.md](docs/compatibility.md) lists what users rely on. Add options, fields and codes. Do not rename or
  remove one.
- [docs/style.md](docs/style.md) describes how to write text. \`test/style.test.ts\` checks its list of words to avoid.
- Do not edit generated files: \`docs/reference/\`, \`docs/test-values.md\`, \`docs/conformance.md\`, \`SKILL.md\`, \`llms.txt\`, \`AGENTS.md\` and
  \`data/seed.schema.json\`.

## Rules

- Add a test that fails without your change. Break the code once, and see the test fail.
- Update help, documentation and \`CHANGELOG.md\` together with the behavior.
- Never print, log or store a real key. Use the sandbox in tests.
- Do not add a dependency, an install script or a network request that a command does not need.
`;
}

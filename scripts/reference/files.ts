// Returns all generated files and man pages, by their paths in the repository.

import { skill } from '../../src/cli/commands/help/help';
import { commands } from '../../src/cli/line/commands';
import { conformancePage } from './conformance';
import { manOfEntry, manOfProgram } from './man';
import { indexPage, pageOf, testValuesPage } from './markdown';
import { agentsText, llmsText } from './project';
import { seedSchemaText } from './seed-schema';

/** Returns the generated files that are committed, with their text. `root` is the directory of the repository. */
export function generatedFiles(root: string): Map<string, string> {
  return new Map([
    ['docs/reference/README.md', indexPage()],
    ...commands.map((entry) => [`docs/reference/${entry.name}.md`, pageOf(entry)] as const),
    ['docs/test-values.md', testValuesPage()],
    ['docs/conformance.md', conformancePage()],
    ['SKILL.md', skill()],
    ['llms.txt', llmsText(root)],
    ['AGENTS.md', agentsText()],
    ['data/seed.schema.json', seedSchemaText()],
  ]);
}

/** Returns the man pages with their text. The packed file contains the man pages, but the repository does not. */
export function manualPages(): Map<string, string> {
  return new Map([
    ['man/waypost.1', manOfProgram()],
    ...commands.map((entry) => [`man/waypost-${entry.name}.1`, manOfEntry(entry)] as const),
  ]);
}

// Every generated file, by its path in the repository.

import { skill } from '../../src/cli/commands/help/help';
import { commands } from '../../src/cli/line/commands';
import { manOfEntry, manOfProgram } from './man';
import { indexPage, pageOf, testValuesPage } from './markdown';
import { seedSchemaText } from './seed-schema';

/** The files with their text. */
export function generatedFiles(): Map<string, string> {
  return new Map([
    ['docs/reference/README.md', indexPage()],
    ...commands.map((entry) => [`docs/reference/${entry.name}.md`, pageOf(entry)] as const),
    ['docs/test-values.md', testValuesPage()],
    ['man/waypost.1', manOfProgram()],
    ...commands.map((entry) => [`man/waypost-${entry.name}.1`, manOfEntry(entry)] as const),
    ['SKILL.md', skill()],
    ['data/seed.schema.json', seedSchemaText()],
  ]);
}

// `waypost sandbox values`: prints test values, which have the same result in every sandbox.
import { testValues } from '../../../../sandbox/validations/test-values';
import type { Output } from '../../../output/output';
import { table } from '../../../output/table';

export async function sandboxValues({ output }: { output: Output }): Promise<void> {
  const names = [...new Set(testValues.map(({ command }) => command))];
  const columns = [{ title: 'VALUE', minWidth: 20 }, { title: 'MEANING' }];
  await output.result(testValues, (color) =>
    names
      .map((name) => {
        const rows = testValues
          .filter(({ command }) => command === name)
          .map(({ value, meaning }) => [value, meaning]);
        return [color.bold(`waypost ${name}`), ...table(columns, rows, color, output.width)];
      })
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
  );
}

// Decides whether waypost colors output to a stream. The color library cannot make this decision, because it ignores
// NO_COLOR and checks only standard output.
import { type Environment, readVariable } from '../../lib/environment';
import { styled } from './printable';

export type ColorChoice = 'auto' | 'always' | 'never';

/** The levels of the color library: 0 for no colors, 1 for 16 colors, 2 for 256 colors, and 3 for 16 million colors. */
export type ColorLevel = 0 | 1 | 2 | 3;

/**
 * Returns the color level for a stream. Uses the first of these sources that has a value: the `--color` option, the
 * environment, the settings, and the properties of the stream.
 */
export function colorLevel(
  choice: ColorChoice,
  env: Environment,
  stream: { isTTY?: boolean | undefined },
  usual: ColorChoice = 'auto',
): ColorLevel {
  const isAsked = choice !== 'auto';
  const use = isAsked ? choice : (colorVariable(env) ?? usual);
  if (use === 'never' || (use === 'auto' && !stream.isTTY)) return 0;
  const level = isAsked ? undefined : readVariable(env, 'FORCE_COLOR');
  if (level === '1' || level === '2' || level === '3') return Number(level) as ColorLevel;
  return use === 'auto' ? capability(env) : capability(env) || 1;
}

/** Returns the color choice in the environment variables, or undefined if no variable sets a choice. */
export function colorVariable(env: Environment): 'never' | 'always' | undefined {
  if (readVariable(env, 'NO_COLOR') !== undefined) return 'never';
  const force = readVariable(env, 'FORCE_COLOR');
  if (force !== undefined) return force === '0' || force === 'false' ? 'never' : 'always';
  const clicolor = readVariable(env, 'CLICOLOR_FORCE');
  return clicolor !== undefined && clicolor !== '0' ? 'always' : undefined;
}

const styles = ['bold', 'dim', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;

/** The functions that style the text that waypost creates. */
export type Colors = Readonly<Record<(typeof styles)[number], (text: string) => string>> & {
  readonly level: ColorLevel;
};

/** Returns the color functions for a level. Loads the color library only when waypost shows text to a user. */
export async function colors(level: ColorLevel): Promise<Colors> {
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level });
  const own = styles.map((name) => [name, (text: string) => styled(chalk[name], text)]);
  return { ...Object.fromEntries(own), level };
}

function capability(env: Environment): ColorLevel {
  const term = readVariable(env, 'TERM') ?? '';
  if (term === 'dumb') return 0;
  if (/^(truecolor|24bit)$/.test(readVariable(env, 'COLORTERM') ?? '')) return 3;
  return /256/.test(term) ? 2 : 1;
}

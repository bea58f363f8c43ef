// Loads the prompts in the colours of this run. Their library reads the environment once, when it is loaded,
// and does not know --color.
import type { ColourLevel } from '../output/colour';

const looksAt = ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS'] as const;

/** The prompts; `level` is that of standard error. */
export async function loadPrompts(level: ColourLevel): Promise<typeof import('./prompts')> {
  const before = looksAt.map((name) => [name, process.env[name]] as const);
  for (const name of looksAt) delete process.env[name];
  if (level === 0) process.env.NO_COLOR = '1';
  else process.env.FORCE_COLOR = String(level);
  try {
    return await import('./prompts');
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

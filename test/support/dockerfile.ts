// Parses a Dockerfile into its instructions.

/** An instruction without comments and line breaks. */
export interface Instruction {
  name: string;
  /** Options such as `--from=build`, by name. */
  options: Record<string, string>;
  rest: string;
}

/** A build stage with its base image and its instructions. */
export interface Stage {
  from: string;
  name: string | undefined;
  instructions: Instruction[];
}

/** Returns the build stages of a Dockerfile. */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', flags = '', rest = ''] = /^(\w+)((?: --\S+)*) +(.*)$/.exec(line) ?? [];
    const options = Object.fromEntries(
      [...flags.matchAll(/--([\w-]+)=(\S+)/g)].map(([, option, value]) => [option, value]),
    );
    if (name === 'FROM') {
      const [from = '', , as] = rest.split(/ +/);
      stages.push({ from, name: as, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, options, rest });
  }
  return stages;
}

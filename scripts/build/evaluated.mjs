// At build time, evaluates the modules whose exports are derived from the service's schemas, so that no command loads
// the schemas.
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Returns the exports of a module with this text. The module can import packages, and files by their path from the root
 * of the repository.
 */
export async function evaluate(root, text) {
  const entry = join(root, 'src/evaluated.ts');
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: 'node',
    plugins: [
      {
        name: 'text',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? text : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

/** Returns a module that contains the exported values of another module. */
async function dataOf(root, path) {
  const values = await evaluate(root, `export * from ${JSON.stringify(path)};`);
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/** The bundler plugin that bundles the exported values of these sources instead of their code. */
export function evaluated(root, sources) {
  const texts = new Map(sources.map((source) => [join(root, source), undefined]));
  return {
    name: 'evaluated',
    async load(id) {
      if (!texts.has(id)) return null;
      if (texts.get(id) === undefined) texts.set(id, await dataOf(root, id));
      return texts.get(id);
    },
  };
}

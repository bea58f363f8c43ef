// Generates the SBOM (CycloneDX 1.6) of a release. The SBOM lists all packages in the bundle, the packages that npm
// installs in addition, and compiled code. The same build always results in the same bytes.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Describes a package as a component. The checksum in the lock file is the checksum of npm's archive. */
function componentOf(path, entry) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [, sum] = /^sha512-(.+)$/.exec(entry.integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': `${name}@${entry.version}`,
    name,
    version: entry.version,
    ...(sum === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] }),
    licenses: [
      /\s(OR|AND|WITH)\s/.test(entry.license)
        ? { expression: entry.license }
        : { license: { id: entry.license } },
    ],
    purl: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
  };
}

/**
 * Returns the SBOM as text.
 * @param bundled the directories of the packages in the bundle
 * @throws Error if the lock file does not contain one of these packages
 */
export async function sbomOf(root, bundled) {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const inBundle = bundled.map((directory) => relative(root, directory).replaceAll('\\', '/'));
  const installed = Object.keys(packages).filter(
    (path) => path !== '' && !packages[path].dev && !packages[path].devOptional,
  );
  // The kernel contains AssemblyScript's compiled runtime.
  const paths = new Set([...inBundle, ...installed, 'node_modules/assemblyscript']);
  const components = [...paths].sort().map((path) => {
    const entry = packages[path];
    if (entry === undefined) throw new Error(`package-lock.json does not contain ${path}.`);
    return componentOf(path, entry);
  });
  const main = `${manifest.name}@${manifest.version}`;
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': main,
        name: manifest.name,
        version: manifest.version,
        licenses: [{ license: { id: manifest.license } }],
        purl: `pkg:npm/${main}`,
      },
    },
    components,
    dependencies: [{ ref: main, dependsOn: components.map((each) => each['bom-ref']) }],
  };
  // The serial number depends only on the content of the SBOM.
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const serial = `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  const { bomFormat, specVersion, ...rest } = content;
  return `${JSON.stringify({ bomFormat, specVersion, serialNumber: serial, ...rest }, null, 2)}\n`;
}

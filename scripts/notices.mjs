// Collects the licenses of all code in the bundle: packages, code that packages copied from other projects, and
// WebAssembly. The build fails if a package has no license text.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The modules that contain compiled code from other projects. Each entry has the license files of the original code,
 * because the bundler cannot find these files.
 */
const compiled = [
  {
    modules: /\/src\/export\/kernel\//,
    title: "AssemblyScript's runtime, in the kernel of the export",
    files: ['node_modules/assemblyscript/LICENSE', 'node_modules/assemblyscript/NOTICE'],
  },
];

const legalFile = /^(licen[cs]e|copying|notice)/i;
const blockComment = /\/\*[\s\S]*?\*\//g;
const legalComment = /copyright|licen[cs]e/i;

/**
 * Records the packages in a bundle. Pass `plugin` to the bundler. After the bundler has finished, `text` returns the
 * licenses, and `directories` returns the directories of the packages.
 */
export function collectNotices() {
  const packages = new Set();
  const comments = new Map();
  const parts = new Set();
  const plugin = {
    name: 'collect-notices',
    transform(code, id) {
      const path = id.replaceAll('\\', '/');
      for (const part of compiled) if (part.modules.test(path)) parts.add(part);
      const [, directory] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
      if (directory === undefined) return null;
      packages.add(directory);
      const legal = (code.match(blockComment) ?? []).filter((text) => legalComment.test(text));
      comments.set(directory, new Set([...(comments.get(directory) ?? []), ...legal.map(plain)]));
      return null;
    },
  };
  const text = async () => {
    const directories = [...packages].sort();
    const texts = [
      ...(await Promise.all(
        directories.map((directory) => packageNotice(directory, comments.get(directory))),
      )),
      ...(await Promise.all(compiled.filter((part) => parts.has(part)).map(partNotice))),
    ];
    return texts.join(`\n${'-'.repeat(72)}\n\n`);
  };
  return { plugin, text, directories: () => [...packages] };
}

async function packageNotice(directory, comments) {
  const { name, version, license } = JSON.parse(
    await readFile(join(directory, 'package.json'), 'utf8'),
  );
  const files = (await readdir(directory)).filter((file) => legalFile.test(file)).sort();
  if (files.length === 0)
    throw new Error(`${name} ${version} has no license text: see ${directory}`);
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  const taken = [...comments].map((text) => `In its files:\n\n${text}`);
  return section(`${name} ${version} (${license})`, [...texts, ...taken]);
}

async function partNotice({ title, files }) {
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return section(title, texts);
}

function section(title, texts) {
  const named = texts.map((text) => text.trim());
  if (named.some((text) => text === '')) throw new Error(`${title} has an empty license text`);
  return `${title}\n\n${named.join('\n\n')}\n`;
}

/** Removes the comment markers from a comment. */
function plain(comment) {
  const lines = comment.replace(/^\/\*[*!]?|\*\/$/g, '').split('\n');
  return lines
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
}

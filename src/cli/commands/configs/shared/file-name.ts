// The file that stands for a config: its name, percent-encoded where a file name cannot hold it or would
// mean something of its own (docs/contract.md). Pure, and the same on every system.

const hidden = /^\./;
const unsafe = /[\0-\x1f\x7f-\x9f%/\\:*?"<>|]|[. ]$/g;
const reservedOnWindows = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * The file name for a config. A name that begins with a dot is encoded too: pulled into a repository as
 * it is, `.git` or `.gitattributes` would steer git, and hidden files of yours would be pushed.
 */
export function fileNameOf(config: string): string {
  if (config !== config.normalize('NFC')) return encodeAll(config);
  const encoded = config.replace(unsafe, encodeAll).replace(hidden, encodeAll);
  return reservedOnWindows.test(encoded) ? encoded.replace(/^./u, encodeAll) : encoded;
}

/** The config a file stands for; undefined where its name is none that `fileNameOf` could give. */
export function configOf(fileName: string): string | undefined {
  try {
    return decodeURIComponent(fileName);
  } catch {
    return undefined;
  }
}

/** File names for these configs. Where two would be one file on a system that ignores case, the later is encoded. */
export function fileNamesOf(configs: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const config of configs) {
    const plain = fileNameOf(config);
    const name = taken.has(plain.toLowerCase()) ? encodeAll(config) : plain;
    taken.add(name.toLowerCase());
    names.set(config, name);
  }
  return names;
}

/** Every byte of the text's UTF-8 as `%XX`. */
function encodeAll(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

// The file name of a config: its name, percent-encoded where a file name cannot contain it or gives it
// another meaning (docs/contract.md). Pure, and the same on every system.

const hidden = /^\./;
const unsafe = /[\0-\x1f\x7f-\x9f%/\\:*?"<>|]|[. ]$/g;
const reservedOnWindows = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * The file name of a config. A leading dot is encoded too: in a repository, `.git` or `.gitattributes` would
 * control git, and hidden files of yours would be pushed.
 */
export function fileNameOf(config: string): string {
  if (config !== config.normalize('NFC')) return encodeAll(config);
  const encoded = config.replace(unsafe, encodeAll).replace(hidden, encodeAll);
  return reservedOnWindows.test(encoded) ? encoded.replace(/^./u, encodeAll) : encoded;
}

/** The config of a file; undefined if `fileNameOf` gives no such name. */
export function configOf(fileName: string): string | undefined {
  try {
    return decodeURIComponent(fileName);
  } catch {
    return undefined;
  }
}

/**
 * File names of these configs. If two are the same file on a system that ignores case, the later is encoded.
 */
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

// Generates the files for other package managers: a Homebrew formula and a Scoop manifest, with the URLs and checksums
// of the release's archives.

/**
 * Returns a Homebrew formula for macOS and Linux.
 * @param archives the `{ platform, url, sha256 }` of each executable
 */
export function homebrewFormula({ version, description, license }, archives) {
  const block = (name) => {
    const { url, sha256 } = archives.find(({ platform }) => platform === name) ?? {};
    return url === undefined ? [] : [`      url "${url}"`, `      sha256 "${sha256}"`];
  };
  const system = (macro, arm, intel) => [
    `  ${macro} do`,
    '    on_arm do',
    ...block(arm),
    '    end',
    '    on_intel do',
    ...block(intel),
    '    end',
    '  end',
    '',
  ];
  return [
    'class Waypost < Formula',
    `  desc "${description.split('. ')[0].replaceAll('"', '')}"`,
    `  version "${version}"`,
    `  license "${license}"`,
    '',
    ...system('on_macos', 'darwin-arm64', 'darwin-x64'),
    ...system('on_linux', 'linux-arm64', 'linux-x64'),
    '  def install',
    '    bin.install "waypost"',
    '    man1.install Dir["man/*.1"]',
    '    generate_completions_from_executable(bin/"waypost", "completion", "print")',
    '  end',
    '',
    '  test do',
    `    assert_equal "${version}", shell_output("#{bin}/waypost --version").strip`,
    '  end',
    'end',
    '',
  ].join('\n');
}

/**
 * Returns a Scoop manifest for Windows.
 * @param archives the `{ platform, url, sha256 }` of each executable
 */
export function scoopManifest({ version, description, license }, archives) {
  const { url, sha256 } = archives.find(({ platform }) => platform === 'win32-x64') ?? {};
  const manifest = {
    version,
    description,
    license,
    architecture: { '64bit': { url, hash: sha256, extract_dir: 'package' } },
    bin: 'waypost.exe',
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

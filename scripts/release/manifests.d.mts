interface Manifest {
  version: string;
  description: string;
  license: string;
}

interface Archive {
  platform?: string;
  url: string;
  sha256: string;
}

export function homebrewFormula(manifest: Manifest, archives: Archive[]): string;
export function scoopManifest(manifest: Manifest, archives: Archive[]): string;

interface Platform {
  name: string;
  os: string;
}

export const bunVersion: string;
export function thisPlatform(): Platform;
export function executableOf(root: string, platform: Platform): string;

interface Repository {
  repository?: { type: string; url: string };
}

export function repositoryOf(env: NodeJS.ProcessEnv): Repository;
export function evenModes(directory: string): Promise<void>;

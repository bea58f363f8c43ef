// What a child process gets of the environment: a browser or a server has no need of the user's keys.

const own = /^WAYPOST_/i;

/** An environment without the variables of this tool, some of which hold keys. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}

/**
 * Runs `work`, which starts a process that inherits this one's environment, while the tool's variables
 * are not in it.
 */
export async function withChildEnvironment<T>(work: () => Promise<T>): Promise<T> {
  const taken = Object.entries(process.env).filter(([name]) => own.test(name));
  for (const [name] of taken) delete process.env[name];
  try {
    return await work();
  } finally {
    Object.assign(process.env, Object.fromEntries(taken));
  }
}

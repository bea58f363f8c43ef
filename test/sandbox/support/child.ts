// A sandbox in a process of its own, to be killed. Prints its instance as JSON once it listens.
import { startSandbox } from '../../../src/sandbox/start';

const folder = process.argv[2];
if (folder === undefined) throw new Error('give a data folder');
const sandbox = await startSandbox({ data: { folder }, rateLimit: false });
process.stdout.write(`${JSON.stringify({ origin: sandbox.origin, url: sandbox.url })}\n`);
process.once('SIGTERM', () => void sandbox.close());

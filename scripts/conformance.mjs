// Runs the conformance rows in test/conformance/ against a service. For help: npm run conformance -- --help
import { createRequire } from 'node:module';
import { loadSource } from './load-source.mjs';

const { startSandbox } = createRequire(import.meta.url)('../dist/sandbox-server.js');
const { runConformance } = await loadSource('test/conformance/main.ts');

process.exitCode = await runConformance(process.argv.slice(2), {
  environment: process.env,
  write: (text) => process.stdout.write(text),
  startSandbox: () => startSandbox({ data: null, rateLimit: false, slowFor: 50 }),
});

// The exports of `waypost/sandbox`. Programs, usually tests, use these exports to run a sandbox in their own process.
export type { ErrorCode } from '../lib/error-codes';
export { type FieldError, WaypostError } from '../lib/errors';
export { createSandbox } from './server/create-sandbox';
export type {
  CreateSandboxOptions,
  LocalSandbox,
  SandboxClock,
  SandboxFault,
  SandboxFaults,
  SandboxKey,
  SandboxKeySettings,
  SandboxKeys,
  SandboxRequest,
  SandboxRequestFilter,
} from './server/local-sandbox';
export { type TestValue, testValues } from './validations/test-values';

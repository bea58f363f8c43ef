// The exports of `waypost/sandbox`: the service on this machine, for tests.
export type { ErrorCode } from '../lib/error-codes';
export { type FieldError, WaypostError } from '../lib/errors';
export {
  type CreateSandboxOptions,
  createSandbox,
  type LocalSandbox,
  type SandboxClock,
  type SandboxFault,
  type SandboxFaults,
  type SandboxKey,
  type SandboxKeySettings,
  type SandboxKeys,
  type SandboxRequest,
  type SandboxRequestFilter,
} from './server/create-sandbox';
export { type TestValue, testValues } from './validations/test-values';

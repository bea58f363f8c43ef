// Describes the `waypost sandbox` commands. Each directory next to this file contains the code and the specification of
// related commands.
import type { CommandGroup } from '../../line/command';
import { listSpec, logsSpec, resetSpec, statusSpec, stopSpec, urlSpec } from './running/spec';
import { envSpec, startSpec } from './start/spec';
import { clockSpec, setSpec, signupSpec, snapshotSpec } from './state/spec';
import { faultSpec, requestsSpec, trafficSpec, valuesSpec } from './traffic/spec';

export const sandboxSpec: CommandGroup = {
  name: 'sandbox',
  summary: 'Run a local sandbox of the service',
  loadServices: () => import('./target/running'),
  commands: [
    startSpec,
    stopSpec,
    statusSpec,
    resetSpec,
    urlSpec,
    listSpec,
    logsSpec,
    setSpec,
    clockSpec,
    faultSpec,
    trafficSpec,
    requestsSpec,
    valuesSpec,
    snapshotSpec,
    envSpec,
    signupSpec,
  ],
};

// What the commands about phone numbers print with --json.
import { lookupOutput } from '../../batch/outputs';
import { flag, type Outputs, serviceResult } from '../../json-schema';

export const outputs: Outputs = {
  validate: lookupOutput(serviceResult('What is known of the number', { valid: flag })),
};

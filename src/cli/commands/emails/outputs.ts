// What the commands about e-mail addresses print with --json.
import { lookupOutput } from '../../batch/outputs';
import { flag, type Outputs, serviceResult, text } from '../../json-schema';

export const outputs: Outputs = {
  validate: lookupOutput(
    serviceResult('What is known of the address', { result: text, deliverable: flag }),
  ),
};

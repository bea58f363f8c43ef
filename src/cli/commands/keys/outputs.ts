// What the commands about API keys print with --json.
import { flag, integer, list, type Outputs, object, serviceResult, text } from '../../json-schema';

const details = serviceResult('The private details of the key');

export const outputs: Outputs = {
  show: serviceResult('The availability record of the key', { available: flag }),
  details,
  update: details,
  usage: serviceResult('The usage record of the key', {
    total: integer,
    dailyCount: list(object({ date: text, count: integer })),
  }),
};

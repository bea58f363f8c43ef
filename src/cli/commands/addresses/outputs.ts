// What the commands about addresses print with --json.
import { lookupOutput } from '../../batch/outputs';
import { list, type Outputs, serviceResult, text } from '../../json-schema';

const address = serviceResult('The address', { id: text, line_1: text, last_line: text });
const suggestion = serviceResult('A suggestion', { id: text, suggestion: text });
const match = serviceResult('The match, null for none', { query: text, match: {} });

export const outputs: Outputs = {
  autocomplete: lookupOutput(serviceResult('Suggestions, best first', { hits: list(suggestion) })),
  resolve: lookupOutput(address),
  verify: lookupOutput(match),
  cleanse: lookupOutput(match),
  near: lookupOutput(serviceResult('Addresses, nearest first', { hits: list(address) })),
};

// What the commands about places print with --json.
import { lookupOutput } from '../../batch/outputs';
import { list, type Outputs, serviceResult, text } from '../../json-schema';

const suggestion = serviceResult('A suggestion', {
  id: text,
  name: text,
  descriptive_name: text,
  country_iso: text,
});

export const outputs: Outputs = {
  search: lookupOutput(serviceResult('Places, best first', { hits: list(suggestion) })),
  resolve: lookupOutput(
    serviceResult('The place', { id: text, name: text }, [
      'descriptive_name',
      'country_iso',
      'language',
      'longitude',
      'latitude',
      'dataset',
      'native',
    ]),
  ),
};

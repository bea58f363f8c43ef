// What the commands about licensees print with --json.
import { flag, integer, list, type Outputs, serviceResult } from '../../json-schema';

const licensee = serviceResult('The licensee', { id: {}, key: {}, name: {} }, [
  'address',
  'postcode',
  'whitelist',
  'daily',
  'createdAt',
]);

export const outputs: Outputs = {
  list: serviceResult('A page of licensees', { licensees: list(licensee), hasMore: flag }),
  create: licensee,
  get: licensee,
  update: licensee,
  delete: serviceResult('What was deleted', { deleted: integer }),
  'regenerate-key': licensee,
};

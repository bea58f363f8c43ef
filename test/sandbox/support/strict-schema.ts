// Judges JSON by a schema of the OpenAPI document more strictly than a client would: an object may hold
// no member the document does not name, also where it says that another service may.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';

/** The same schema with every object closed that has named members. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, closed(member)]),
  );
  return 'properties' in members && members.type === 'object'
    ? { ...members, additionalProperties: false }
    : members;
}

/** What is wrong with a value, by the schema at a JSON pointer of the document; empty when nothing is. */
export type Judge = (pointer: string, value: unknown) => string[];

/** Judges by the schemas of a document. */
export function strictJudge(document: object): Judge {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  ajv.addFormat('int32', { type: 'number', validate: (one: number) => Math.abs(one) < 2 ** 31 });
  // The document is no schema itself: it only holds some.
  ajv.addVocabulary(Object.keys(document));
  const known = new Map<string, ValidateFunction>();
  ajv.addSchema({ ...(closed(document) as object), $id: 'https://document.test/' });
  return (pointer, value) => {
    const validate =
      known.get(pointer) ?? ajv.compile({ $ref: `https://document.test/${pointer}` });
    known.set(pointer, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

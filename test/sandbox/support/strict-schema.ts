// Validates JSON against a schema from the OpenAPI document, but more strictly: an object must not have properties that the
// schema does not name, even if the schema allows additional properties.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';

/** Returns the schema, but objects with named properties must not have other properties. */
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

/** Returns the errors of a value, according to the schema at a JSON pointer in the document. */
export type Judge = (pointer: string, value: unknown) => string[];

/** Returns a function that validates values with the document's schemas. */
export function strictJudge(document: object): Judge {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  ajv.addFormat('int32', { type: 'number', validate: (one: number) => Math.abs(one) < 2 ** 31 });
  // Ajv must not reject the document's other keywords, because the document contains schemas but is not a schema.
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

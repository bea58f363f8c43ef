// The named schemas of the OpenAPI document.
import * as z from 'zod/mini';
import { cleanseRequest, verifyRequest } from '../schemas/address-requests';
import * as configs from '../schemas/config';
import * as keys from '../schemas/key-results';
import { keyUpdate } from '../schemas/key-settings';
import * as licensees from '../schemas/licensee';
import * as lookups from '../schemas/lookup-results';
import * as signUps from '../schemas/sign-up';
import { described, list, notInServiceDocs, record, text } from '../schemas/types';

/** The result of an operation that deletes. */
const deleted = notInServiceDocs(
  record('What was deleted.', { deleted: described(z.literal(1), 'How many: one.') }),
);

/** The `errors` of a failure. */
const fieldErrors = list(
  record('One mistake.', {
    path: text('The member that is wrong; empty for the whole body.'),
    message: text('What is wrong with it.'),
  }),
  'Which members were wrong, on some validation failures.',
  undefined,
  1,
);

const named = {
  Availability: keys.availability,
  KeyDetails: keys.keyDetails,
  KeyUpdate: keyUpdate,
  Usage: keys.usage,
  Licensee: licensees.licensee,
  Licensees: licensees.licensees,
  LicenseeCreate: licensees.newLicensee,
  LicenseeUpdate: licensees.licenseeChanges,
  Config: configs.config,
  Configs: configs.configs,
  ConfigCreate: configs.newConfig,
  ConfigUpdate: configs.configChanges,
  Deleted: deleted,
  SignUpRequest: signUps.profileSchema,
  SignUpStart: signUps.signUpStart,
  SignUpCredentials: signUps.signUpCredentials,
  SignUpPending: signUps.signUpPending,
  PlaceSuggestion: lookups.placeSuggestion,
  PlaceSuggestions: lookups.placeSuggestions,
  Place: lookups.place,
  AddressSuggestions: lookups.addressSuggestions,
  Address: lookups.address,
  Addresses: lookups.addresses,
  VerifyRequest: verifyRequest,
  Verification: lookups.verification,
  CleanseRequest: cleanseRequest,
  Cleansing: lookups.cleansing,
  EmailValidation: lookups.emailValidation,
  PhoneValidation: lookups.phoneValidation,
  FieldErrors: fieldErrors,
};

/** Name of a schema. */
export type SchemaName = keyof typeof named;

/** A schema of the document. */
export type Schema = z.core.JSONSchema.BaseSchema;

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** The reference to a named schema. */
export const reference = (name: SchemaName): Schema => ({ $ref: refTo(name) });

/** The schemas by name. An object may hold more members than its schema names. */
export const schemas: Readonly<Record<string, Schema>> = (() => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, {
    io: 'input',
    uri: refTo,
    override: ({ jsonSchema }) => {
      // Integers that JSON numbers hold exactly need no bounds.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [
      name,
      schema,
    ]),
  );
})();

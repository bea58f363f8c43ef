// Every schema of the document that has a name, as JSON Schema.
import * as z from 'zod/mini';
import { cleanseRequest, verifyRequest } from '../schemas/address-requests';
import { configChanges, newConfig } from '../schemas/config';
import { keyUpdate } from '../schemas/key-settings';
import { licenseeChanges, newLicensee } from '../schemas/licensee';
import { profileSchema } from '../schemas/profile';
import { described, record, text } from '../schemas/types';
import * as accounts from './account-results';
import * as keys from './key-results';
import * as lookups from './lookup-results';

const named = {
  Availability: keys.availability,
  KeyDetails: keys.keyDetails,
  KeyUpdate: keyUpdate,
  Usage: keys.usage,
  Licensee: accounts.licensee,
  Licensees: accounts.licensees,
  LicenseeCreate: newLicensee,
  LicenseeUpdate: licenseeChanges,
  Config: accounts.config,
  Configs: accounts.configs,
  ConfigCreate: newConfig,
  ConfigUpdate: configChanges,
  Deleted: accounts.deleted,
  SignUpRequest: profileSchema,
  SignUpStart: accounts.signUpStart,
  SignUpCredentials: accounts.signUpCredentials,
  SignUpPending: accounts.signUpPending,
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
  FieldErrors: described(
    z
      .array(
        record('One mistake.', {
          path: text('The member that is wrong; empty for the whole body.'),
          message: text('What is wrong with it.'),
        }),
      )
      .check(z.minLength(1)),
    'Which members were wrong, on some validation failures.',
  ),
};

/** Name of a schema. */
export type SchemaName = keyof typeof named;

/** A schema of the document. */
export type Schema = z.core.JSONSchema.BaseSchema;

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** What stands for a named schema where it is used. */
export const reference = (name: SchemaName): Schema => ({ $ref: refTo(name) });

/** The schemas by name. An object may hold more members than its schema names. */
export const schemas: Readonly<Record<string, Schema>> = (() => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, {
    io: 'input',
    uri: refTo,
    override: ({ jsonSchema }) => {
      // The bounds of integers that JSON numbers hold exactly go without saying.
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

// The types of results against the schemas of the service, which its answers are tested with
// (test/sandbox/openapi-answers.test.ts): the compiler compares them.
import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type {
  Address,
  Addresses,
  AddressSuggestions,
  Cleansing,
  EmailValidation,
  PhoneValidation,
  Place,
  PlaceSuggestions,
  Verification,
} from '../../src/api/types';
import type * as schemas from '../../src/sandbox/schemas/lookup-results';

/** The members that a type names, without those that it leaves open. */
type Named<T> = {
  [Name in keyof T as string extends Name ? never : number extends Name ? never : Name]: T[Name];
};

type Answer<Name extends keyof typeof schemas> = (typeof schemas)[Name] extends z.ZodMiniType
  ? z.infer<(typeof schemas)[Name]>
  : never;

test('what the service answers has the type that the library says', () => {
  expectTypeOf<Answer<'placeSuggestions'>>().toExtend<Named<PlaceSuggestions>>();
  expectTypeOf<Answer<'place'>>().toExtend<Named<Place>>();
  expectTypeOf<Answer<'addressSuggestions'>>().toExtend<Named<AddressSuggestions>>();
  expectTypeOf<Answer<'address'>>().toExtend<Named<Address>>();
  expectTypeOf<Answer<'addresses'>>().toExtend<Named<Addresses>>();
  expectTypeOf<Answer<'verification'>>().toExtend<Named<Verification>>();
  expectTypeOf<Answer<'cleansing'>>().toExtend<Named<Cleansing>>();
  expectTypeOf<Answer<'emailValidation'>>().toExtend<Named<EmailValidation>>();
  expectTypeOf<Answer<'phoneValidation'>>().toExtend<Named<PhoneValidation>>();
});

test('and the library names every member of an answer', () => {
  expectTypeOf<keyof Named<Place>>().toEqualTypeOf<keyof Answer<'place'>>();
  expectTypeOf<keyof Named<Address>>().toEqualTypeOf<keyof Answer<'address'>>();
  expectTypeOf<keyof Named<Verification>>().toEqualTypeOf<keyof Answer<'verification'>>();
  expectTypeOf<keyof Named<Cleansing>>().toEqualTypeOf<keyof Answer<'cleansing'>>();
  expectTypeOf<keyof Named<EmailValidation>>().toEqualTypeOf<keyof Answer<'emailValidation'>>();
  expectTypeOf<keyof Named<PhoneValidation>>().toEqualTypeOf<keyof Answer<'phoneValidation'>>();
});

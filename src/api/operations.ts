// All service operations. Each resource has its own file, which describes the resource's operations. The sandbox, the OpenAPI document,
// the endpoint table and the client's types use these descriptions.
import { operations as addresses } from './addresses';
import { operations as configs } from './configs';
import { operations as keys } from './keys';
import { operations as licensees } from './licensees';
import { operations as places } from './places';
import { operations as signUp } from './sign-up';
import { operations as validations } from './validations';

export const operations = {
  ...keys,
  ...licensees,
  ...configs,
  ...places,
  ...addresses,
  ...validations,
  ...signUp,
};

export type OperationName = keyof typeof operations;

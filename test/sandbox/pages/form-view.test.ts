// A form whose layout omits a field would clear the setting of the field.
import { expect, test } from 'vitest';
import { FormView } from '../../../src/sandbox/pages/dashboard/form-view';
import type { Form } from '../../../src/sandbox/pages/dashboard/forms';

const form: Form = {
  name: 'limits',
  fields: [
    { name: 'daily', label: 'Daily limit', kind: 'integer', empty: 'null' },
    { name: 'monthly', label: 'Monthly limit', kind: 'integer', empty: 'null' },
  ],
};

const drawn = (names: readonly string[]): string =>
  String(
    FormView({
      form,
      action: '/limits',
      values: {},
      failed: undefined,
      button: 'Save',
      layout: (field) => names.map(field),
    }),
  );

test('FormView renders a layout that contains every field', () => {
  expect(drawn(['monthly', 'daily'])).toMatch(/name="monthly".*name="daily"/s);
});

test.each([
  [['daily'], 'The layout of the "limits" form does not use these fields: monthly.'],
  [
    ['daily', 'monthly', 'yearly'],
    'The layout of the "limits" form uses the "yearly" field twice, or the form does not have this field.',
  ],
  [
    ['daily', 'monthly', 'daily'],
    'The layout of the "limits" form uses the "daily" field twice, or the form does not have this field.',
  ],
])('FormView rejects a layout with the fields %j', (names, message) => {
  expect(() => drawn(names)).toThrow(message);
});

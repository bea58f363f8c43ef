// The sandbox's test values. The lookup of a test value always has the same result. No value belongs to a real person:
// RFC 2606 and 6761 reserve the domains, regulators reserve the phone numbers for fiction, and the streets are
// invented. The sandbox and the generated documentation use these tables.

interface EmailTestResult {
  result: 'deliverable' | 'not_deliverable' | 'unknown';
  disposable?: true;
  free?: true;
  catchall?: true;
}

/** Email validation results, by the address's domain. The name before the @ has no effect. */
export const emailDomains: Readonly<Record<string, { meaning: string; result: EmailTestResult }>> =
  {
    'deliverable.test': { meaning: 'Deliverable', result: { result: 'deliverable' } },
    'not-deliverable.test': { meaning: 'Not deliverable', result: { result: 'not_deliverable' } },
    'unknown.test': {
      meaning: 'The service cannot determine whether the address receives mail',
      result: { result: 'unknown' },
    },
    'catchall.test': {
      meaning: 'A domain that accepts mail for every address',
      result: { result: 'deliverable', catchall: true },
    },
    'disposable.test': {
      meaning: 'A disposable mailbox',
      result: { result: 'deliverable', disposable: true },
    },
    'free.test': { meaning: 'A free mailbox', result: { result: 'deliverable', free: true } },
  };

interface Carriers {
  current_carrier: string;
  original_carrier: string;
}

/** The carriers of test phone numbers. For all other numbers, the carrier fields are empty. */
export const phoneCarriers: Readonly<Record<string, { meaning: string; result: Carriers }>> = {
  '+12025550123': {
    meaning: 'A mobile number',
    result: { current_carrier: 'Example Mobile', original_carrier: 'Example Mobile' },
  },
  '+12025550145': {
    meaning: 'A mobile number that moved to another carrier',
    result: { current_carrier: 'Example Mobile', original_carrier: 'Example Wireless' },
  },
  '+442079460123': {
    meaning: 'A landline number',
    result: { current_carrier: 'Example Landline', original_carrier: 'Example Landline' },
  },
};

/** A test value, and the result of its lookup. */
export interface TestValue {
  /** The command that looks up the value, without `waypost`. */
  command: string;
  value: string;
  meaning: string;
  /** The API code of the response. */
  code: number;
  /** The result fields that make this value useful in tests, or null if the response is an error. */
  result: Readonly<Record<string, unknown>> | null;
}

type TestRow = readonly [
  value: string,
  meaning: string,
  result: TestValue['result'],
  code?: number,
];

const testValuesOf = (command: string, rows: readonly TestRow[]): TestValue[] =>
  rows.map(([value, meaning, result, code = 2000]) => ({
    command,
    value,
    meaning,
    code,
    result,
  }));

const mainStreet = { address_line_one: '1226 W Main St', city: 'Springfield', state: 'IL' };

/** All test values, grouped by command. */
export const testValues: readonly TestValue[] = [
  ...testValuesOf('emails validate', [
    ...Object.entries(emailDomains).map(
      ([domain, { meaning, result }]): TestRow => [`ada@${domain}`, meaning, { ...result }],
    ),
    ['info@deliverable.test', 'A role address', { result: 'deliverable', role: true }],
    [
      'ada@example.con',
      'A mistyped address, for which the result contains a suggestion',
      { result: 'not_deliverable', suggestions: ['ada@example.com'] },
    ],
    ['ada@example.com', 'A domain that does not accept mail', { result: 'not_deliverable' }],
  ]),
  ...testValuesOf('phones validate', [
    ...Object.entries(phoneCarriers).map(
      ([number, { meaning, result }]): TestRow => [number, meaning, { valid: true, ...result }],
    ),
    [
      '+14165550123',
      'A number in Canada, which has the same calling code as the USA',
      { valid: true, iso_country: 'CAN', current_carrier: '' },
    ],
    [
      '+33199000001',
      'A number in France',
      { valid: true, iso_country: 'FRA', current_carrier: '' },
    ],
    ['+447700900123', 'A number outside the numbering plan', { valid: false, iso_country: '' }],
  ]),
  ...testValuesOf('addresses verify', [
    [
      '1226 W Main St, Springfield, IL 62701',
      'Verified',
      { count: 1, fit: 1, confidence: 1, ...mainStreet, zip_code: '62701-2413' },
    ],
    [
      '1226 W Main St Apt 3, Springfield, IL 62701',
      'Verified, with a unit',
      { count: 1, fit: 1, confidence: 1, ...mainStreet, address_line_two: 'Apt 3' },
    ],
    [
      '1226 w mian st, sprngfield il',
      'Corrected and completed',
      { count: 1, fit: 0.95, ...mainStreet, zip_code: '62701-2413' },
    ],
    [
      '735 Main St',
      'Ambiguous: three addresses match',
      { count: 3, fit: 1, address_line_one: '735 Main St' },
    ],
    [
      '1 Nowhere Ln, Springfield, IL 62701',
      'No match, which costs nothing',
      { match: null, count: 0 },
    ],
  ]),
  ...testValuesOf('addresses resolve', [
    ['usps_1008160919', 'An address', { line_1: '1226 W Main St', zip_code: '62701' }],
    ['usps_1', 'An address that no longer exists', null, 4048],
  ]),
  ...testValuesOf('places resolve', [
    ['geonames_2950159', 'A place', { name: 'Berlin', country_iso: 'DEU' }],
    [
      'geonames_2081986',
      'A place without population',
      {
        name: 'Palikir - National Government Center',
        native: { feature_code: 'PPLC', population: '0' },
      },
    ],
    ['geonames_1', 'A place that no longer exists', null, 4040],
  ]),
];

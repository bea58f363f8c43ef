// Values whose answer never changes, for tests. They reach nobody: domains of RFC 2606 and 6761, numbers that
// regulators keep for fiction, made-up streets. The sandbox's rules and the documentation come from here.

interface EmailAnswer {
  result: 'deliverable' | 'not_deliverable' | 'unknown';
  disposable?: true;
  free?: true;
  catchall?: true;
}

/** What the addresses of a domain are answered, whatever stands before the @. */
export const emailDomains: Readonly<Record<string, { meaning: string; answer: EmailAnswer }>> = {
  'deliverable.test': { meaning: 'Deliverable', answer: { result: 'deliverable' } },
  'not-deliverable.test': { meaning: 'Not deliverable', answer: { result: 'not_deliverable' } },
  'unknown.test': { meaning: 'Unknown: nobody could tell', answer: { result: 'unknown' } },
  'catchall.test': {
    meaning: 'The domain accepts mail for every name',
    answer: { result: 'deliverable', catchall: true },
  },
  'disposable.test': {
    meaning: 'A disposable mailbox',
    answer: { result: 'deliverable', disposable: true },
  },
  'free.test': { meaning: 'A free mailbox', answer: { result: 'deliverable', free: true } },
};

interface Carriers {
  current_carrier: string;
  original_carrier: string;
}

/** The carriers of numbers; those of others are unknown. */
export const phoneCarriers: Readonly<Record<string, { meaning: string; answer: Carriers }>> = {
  '+12025550123': {
    meaning: 'A mobile number',
    answer: { current_carrier: 'Example Mobile', original_carrier: 'Example Mobile' },
  },
  '+12025550145': {
    meaning: 'A mobile number that moved to another carrier',
    answer: { current_carrier: 'Example Mobile', original_carrier: 'Example Wireless' },
  },
  '+442079460123': {
    meaning: 'A landline number',
    answer: { current_carrier: 'Example Landline', original_carrier: 'Example Landline' },
  },
};

/** A value, and what it is answered. */
export interface TestValue {
  /** The command that looks it up, without `waypost`. */
  command: string;
  value: string;
  meaning: string;
  /** Code of the answer. */
  code: number;
  /** The members of the result that make it what it is; null where there is no result. */
  result: Readonly<Record<string, unknown>> | null;
}

type TestAnswer = readonly [
  value: string,
  meaning: string,
  result: TestValue['result'],
  code?: number,
];

const answeredTo = (command: string, answers: readonly TestAnswer[]): TestValue[] =>
  answers.map(([value, meaning, result, code = 2000]) => ({
    command,
    value,
    meaning,
    code,
    result,
  }));

const mainStreet = { address_line_one: '1226 W Main St', city: 'Springfield', state: 'IL' };

/** Every value, by command. */
export const testValues: readonly TestValue[] = [
  ...answeredTo('emails validate', [
    ...Object.entries(emailDomains).map(
      ([domain, { meaning, answer }]): TestAnswer => [`ada@${domain}`, meaning, { ...answer }],
    ),
    ['info@deliverable.test', 'A role', { result: 'deliverable', role: true }],
    [
      'ada@example.con',
      'Mistyped, with a suggestion',
      { result: 'not_deliverable', suggestions: ['ada@example.com'] },
    ],
    ['ada@example.com', 'A domain that accepts no mail', { result: 'not_deliverable' }],
  ]),
  ...answeredTo('phones validate', [
    ...Object.entries(phoneCarriers).map(
      ([number, { meaning, answer }]): TestAnswer => [number, meaning, { valid: true, ...answer }],
    ),
    [
      '+14165550123',
      'Another country with the same country code',
      { valid: true, iso_country: 'CAN', current_carrier: '' },
    ],
    ['+33199000001', 'Another country', { valid: true, iso_country: 'FRA', current_carrier: '' }],
    ['+447700900123', 'A number that the plan does not assign', { valid: false, iso_country: '' }],
  ]),
  ...answeredTo('addresses verify', [
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
      'Ambiguous: one of three',
      { count: 3, fit: 1, address_line_one: '735 Main St' },
    ],
    [
      '1 Nowhere Ln, Springfield, IL 62701',
      'No match, which costs nothing',
      { match: null, count: 0 },
    ],
  ]),
  ...answeredTo('addresses resolve', [
    ['usps_1008160919', 'An address', { line_1: '1226 W Main St', zip_code: '62701' }],
    ['usps_1', 'An address that is gone', null, 4048],
  ]),
  ...answeredTo('places resolve', [
    ['geonames_2950159', 'A place', { name: 'Berlin', country_iso: 'DEU' }],
    [
      'geonames_2081986',
      'A place without population',
      {
        name: 'Palikir - National Government Center',
        native: { feature_code: 'PPLC', population: '0' },
      },
    ],
    ['geonames_1', 'A place that is gone', null, 4040],
  ]),
];

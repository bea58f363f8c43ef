// CSV files from other programs in which each address is in several columns. The error suggests a --column option that
// combines the columns.
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { csvRecord } from '../../src/lib/csv-text';
import { splitLine } from '../../src/lib/shell-word';
import { linesOf, useBatches } from '../support/batch';
import { documentOf } from '../support/tool';

const batches = useBatches();
const { account } = batches;

const verify = (...more: string[]) =>
  account.call(['addresses', 'verify', '--rate', 'none', '--file', batches.at('in.csv'), ...more]);

/** Writes a file with this header and a row with these cells. */
function writeExport(header: string, cells: Readonly<Record<string, string>>): void {
  const names = header.split(',');
  expect(names).toEqual(expect.arrayContaining(Object.keys(cells)));
  const row = csvRecord(names.map((name) => cells[name] ?? '')).trimEnd();
  batches.write('in.csv', [header, row]);
}

/** Returns the values of the --column options in an error, as a shell parses them. */
function columnsIn(error: string): string[] {
  const { words } = splitLine(error);
  return words.filter((_, index) => words[index - 1] === '--column');
}

interface Export {
  header: string;
  cells: Record<string, string>;
  /** The suggested values of --column. The list is empty if one column contains complete addresses. */
  columns: string[];
}

const street = '1226 W Main St';
const city = 'Springfield';

const exports: Readonly<Record<string, Export>> = {
  Shopify: {
    header:
      'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Tax 2 Name,Tax 2 Value,Tax 3 Name,Tax 3 Value,Tax 4 Name,Tax 4 Value,Tax 5 Name,Tax 5 Value,Phone,Receipt Number,Duties,Billing Province Name,Shipping Province Name,Payment ID,Payment Terms Name,Next Payment Due At,Payment References',
    cells: {
      Location: 'Main store',
      'Billing Street': street,
      'Billing Address1': street,
      'Billing City': city,
      'Billing Zip': "'62701",
      'Billing Province': 'IL',
    },
    columns: [
      '{Billing Street}, {Billing City}, {Billing Province} {Billing Zip}',
      '{Shipping Street}, {Shipping City}, {Shipping Province} {Shipping Zip}',
    ],
  },
  WooCommerce: {
    header:
      'order_id,order_number,order_date,paid_date,status,shipping_total,shipping_tax_total,fee_total,fee_tax_total,tax_total,cart_discount,order_discount,discount_total,order_total,order_subtotal,order_currency,payment_method,payment_method_title,transaction_id,customer_ip_address,customer_user_agent,shipping_method,customer_id,customer_user,customer_email,billing_first_name,billing_last_name,billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,billing_country,shipping_first_name,shipping_last_name,shipping_company,shipping_phone,shipping_address_1,shipping_address_2,shipping_postcode,shipping_city,shipping_state,shipping_country,customer_note,wt_import_key,shipping_items,fee_items,tax_items,coupon_items,refund_items,order_notes,download_permissions',
    cells: {
      customer_ip_address: '192.0.2.7',
      billing_address_1: street,
      billing_postcode: '62701',
      billing_city: city,
      billing_state: 'IL',
    },
    columns: [
      '{billing_address_1}, {billing_address_2}, {billing_city}, {billing_state} {billing_postcode}',
      '{shipping_address_1}, {shipping_address_2}, {shipping_city}, {shipping_state} {shipping_postcode}',
    ],
  },
  Stripe: {
    header:
      'id,Description,Seller Message,Created (UTC),Amount,Amount Refunded,Currency,Converted Amount,Converted Amount Refunded,Fee,Tax,Converted Currency,Mode,Status,Statement Descriptor,Customer ID,Customer Description,Customer Email,Captured,Card ID,Card Last4,Card Brand,Card Funding,Card Exp Month,Card Exp Year,Card Name,Card Address Line1,Card Address Line2,Card Address City,Card Address State,Card Address Country,Card Address Zip,Card Issue Country,Card Fingerprint,Card CVC Status,Card AVS Zip Status,Card AVS Line1 Status,Card Tokenization Method,Disputed Amount,Dispute Status,Dispute Reason,Dispute Date (UTC),Dispute Evidence Due (UTC),Invoice ID,Payment Source Type,Destination,Transfer,Interchange Costs,Merchant Service Charge,Transfer Group,PaymentIntent ID',
    cells: {
      'Card Address Line1': street,
      'Card Address City': city,
      'Card Address State': 'IL',
      'Card Address Zip': '62701',
      'Card AVS Zip Status': 'pass',
    },
    columns: [
      '{Card Address Line1}, {Card Address Line2}, {Card Address City}, {Card Address State} {Card Address Zip}',
    ],
  },
  Square: {
    header:
      'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,Email Subscription Status',
    cells: {
      'Street Address 1': street,
      City: city,
      State: 'IL',
      'Postal Code': '62701',
    },
    columns: ['{Street Address 1}, {Street Address 2}, {City}, {State} {Postal Code}'],
  },
  HubSpot: {
    header:
      'Record ID,First Name,Last Name,Email,Phone Number,Company Name,Job Title,Street Address,City,State/Region,Postal Code,Country/Region,Lead Status,Create Date,Contact owner',
    cells: {
      'Street Address': street,
      City: city,
      'State/Region': 'Illinois',
      'Postal Code': '62701',
    },
    columns: ['{Street Address}, {City}, {State/Region} {Postal Code}'],
  },
  Salesforce: {
    header:
      'Salutation,First Name,Last Name,Title,Mailing Street,Mailing City,Mailing State/Province,Mailing Zip/Postal Code,Mailing Country,Phone,Email,Contact Record Type,Account Name,Account Owner,Lead Source',
    cells: {
      'Mailing Street': `${street}\r\nApt 2`,
      'Mailing City': city,
      'Mailing State/Province': 'IL',
      'Mailing Zip/Postal Code': '62701',
    },
    columns: [
      '{Mailing Street}, {Mailing City}, {Mailing State/Province} {Mailing Zip/Postal Code}',
    ],
  },
  // Only this program exports complete addresses. REGION is the region in which the recipient opened an email.
  Mailchimp: {
    header:
      'Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS',
    cells: {
      'Email Address': 'ada@example.org',
      Address: `${street}  ${city}  IL  62701  US`,
      REGION: 'wa',
    },
    columns: [],
  },
  Xero: {
    header:
      '*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAttentionTo,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,SAAttentionTo,SAAddressLine1,SAAddressLine2,SAAddressLine3,SAAddressLine4,SACity,SARegion,SAPostalCode,SACountry,PhoneNumber,FaxNumber,MobileNumber,DDINumber,SkypeName,BankAccountName,BankAccountNumber,BankAccountParticulars,TaxNumberName,TaxNumber,AccountsReceivableTaxCodeName,AccountsPayableTaxCodeName,Website,LegalName,Discount,CompanyNumber,DueDateBillDay,DueDateBillTerm,DueDateSalesDay,DueDateSalesTerm,SalesAccount',
    cells: {
      POAddressLine1: street,
      POAddressLine3: 'Apt 2',
      POCity: city,
      PORegion: 'IL',
      POPostalCode: '62701',
    },
    columns: [
      '{POAddressLine1}, {POAddressLine2}, {POAddressLine3}, {POAddressLine4}, {POCity}, {PORegion} {POPostalCode}',
      '{SAAddressLine1}, {SAAddressLine2}, {SAAddressLine3}, {SAAddressLine4}, {SACity}, {SARegion} {SAPostalCode}',
    ],
  },
  Outlook: {
    header:
      "Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business Street 2,Business Street 3,Business City,Business State,Business Postal Code,Business Country/Region,Home Street,Home Street 2,Home Street 3,Home City,Home State,Home Postal Code,Home Country/Region,Other Street,Other Street 2,Other Street 3,Other City,Other State,Other Postal Code,Other Country/Region,Assistant's Phone,Business Fax,Business Phone,Business Phone 2,Callback,Car Phone,Company Main Phone,Home Fax,Home Phone,Home Phone 2,ISDN,Mobile Phone,Other Fax,Other Phone,Pager,Primary Phone,Radio Phone,TTY/TDD Phone,Telex,Account,Anniversary,Assistant's Name,Billing Information,Birthday,Business Address PO Box,Categories,Children,Directory Server,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,E-mail 2 Type,E-mail 2 Display Name,E-mail 3 Address,E-mail 3 Type,E-mail 3 Display Name,Gender,Government ID Number,Hobby,Home Address PO Box,Initials,Internet Free Busy,Keywords,Language,Location,Manager's Name,Mileage,Notes,Office Location,Organizational ID Number,Other Address PO Box,Priority",
    cells: {
      Location: 'Berlin',
      'Business Street': street,
      'Business City': city,
      'Business State': 'IL',
      'Business Postal Code': '62701',
    },
    columns: [
      '{Business Street}, {Business Street 2}, {Business Street 3}, {Business City}, {Business State} {Business Postal Code}',
      '{Home Street}, {Home Street 2}, {Home Street 3}, {Home City}, {Home State} {Home Postal Code}',
      '{Other Street}, {Other Street 2}, {Other Street 3}, {Other City}, {Other State} {Other Postal Code}',
    ],
  },
  'Google Contacts': {
    header:
      'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address,Website 1 - Label,Website 1 - Value',
    cells: {
      'Address 1 - Formatted': `${street}\nApt 2\n${city}, IL 62701\nUS`,
      'Address 1 - Street': street,
      'Address 1 - City': city,
      'Address 1 - Region': 'IL',
      'Address 1 - Postal Code': '62701',
      'Address 1 - Extended Address': 'Apt 2',
    },
    columns: [
      '{Address 1 - Street}, {Address 1 - Extended Address}, {Address 1 - City}, {Address 1 - Region} {Address 1 - Postal Code}',
    ],
  },
  USPS: {
    header:
      'First Name,MI,Last Name,Company,Address 1,Address 2,Address 3,City,State/Province,ZIP/Postal Code,Country,Urbanization,Phone Number,Fax Number,E Mail,Reference Number,Nickname',
    cells: {
      'Address 1': street,
      'Address 2': 'Apt 2',
      City: city,
      'State/Province': 'IL',
      'ZIP/Postal Code': '62701',
    },
    columns: ['{Address 1}, {Address 2}, {Address 3}, {City}, {State/Province} {ZIP/Postal Code}'],
  },
  Smarty: {
    header: 'Sequence,First Name,Last Name,Firm Name,Address1,Address2,City,State,ZIP Code',
    cells: { Address1: street, City: city, State: 'IL', 'ZIP Code': '62701' },
    columns: ['{Address1}, {Address2}, {City}, {State} {ZIP Code}'],
  },
};

describe('`addresses verify`', () => {
  test.each(Object.entries(exports))(
    'looks up the addresses in a CSV export from %s, if necessary with the --column option that waypost suggests',
    async (_, given) => {
      writeExport(given.header, given.cells);
      const options: string[] = [];
      if (given.columns.length > 0) {
        const { status, stderr } = await verify();
        expect(status).toBe(2);
        const offered = columnsIn(stderr);
        expect(offered).toEqual(given.columns);
        options.push('--column', offered[0] ?? '');
      }
      const done = await verify(...options);
      expect(done.status).toBe(0);
      const [answer] = parse(done.stdout, { columns: true }) as Record<string, string>[];
      expect(answer).toMatchObject({
        ...given.cells,
        'error.code': '',
        'result.address_line_one': street,
        'result.zip_code': '62701-2413',
      });
      expect(await batches.billed()).toBe(1);
    },
  );
});

describe('`addresses verify`', () => {
  const parts = ['street,city,state,zip', `${street},${city},IL,62701`];
  const byName = '{street}, {city}, {state} {zip}';
  const whole = `${street}, ${city}, IL 62701`;

  test.each(['{1}, {2}, {3} {4}', 'query={Street}, {CITY}, {state} {zip}'])(
    'combines the cells of each row into one query if --column is "%s"',
    async (column) => {
      batches.write('in.csv', parts);
      expect((await verify('--column', column)).status).toBe(0);
      expect(await batches.terms()).toEqual([whole]);
    },
  );

  test('accepts column numbers in a --column template for a CSV file without a header row, and field names for an NDJSON file', async () => {
    batches.write('in.csv', parts.slice(1));
    expect((await verify('--no-header', '--column', '{1}, {2}, {3} {4}')).status).toBe(0);
    const members = { Street: street, city, state: 'IL', zip: 62701 };
    batches.write('in.csv', [
      JSON.stringify(members),
      JSON.stringify({ street, zip: '62701' }),
      '{}',
    ]);
    const done = await verify('--input-format', 'ndjson', '--format', 'ndjson', '--column', byName);
    expect(linesOf(done.stdout).map((line) => JSON.parse(line).error?.message)).toEqual([
      undefined,
      undefined,
      'The line has no field street.',
    ]);
    expect(await batches.terms()).toEqual([whole, whole, `${street}, 62701`]);
  });

  test('looks up each distinct address only once if --column is a template, even after --resume', async () => {
    batches.write('in.csv', [
      ...parts,
      `"${street},", ${city} ,IL,62701`,
      ',,,',
      `18 Lantern Ave,${city},IL,`,
    ]);
    const column = ['--column', byName];
    expect(documentOf(await verify('--dry-run', '--json', ...column))).toMatchObject({
      columns: { query: byName },
      rows: 4,
      invalid: 1,
      invalid_rows: [{ row: 3, line: 4 }],
      distinct: 2,
      lookups: 2,
    });
    const output = ['-o', batches.at('out.csv')];
    expect((await verify(...output, ...column, '--max-lookups', '1')).status).toBe(2);
    expect(await batches.billed()).toBe(1);
    const resumed = await verify(...output, ...column, '--resume', '--json');
    expect(documentOf(resumed)).toMatchObject({ rows: 4, succeeded: 3, failed: 1, lookups: 2 });
    expect(await batches.terms()).toEqual([whole, `18 Lantern Ave, ${city}, IL`]);
  });

  test('suggests a --column template that is quoted for the shell if column names contain special characters', async () => {
    batches.write('in.csv', ["$street,'city", 'a,b']);
    const { stderr } = await verify();
    expect(columnsIn(stderr)).toEqual(["{$street}, {'city}"]);
    expect(stderr).toContain("--column '{$street}, {'\\''city}'");
  });
});

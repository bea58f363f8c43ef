// Finds the columns of a file that are the parts of an address.
import { describe, expect, test } from 'vitest';
import { addressTemplates } from '../../src/batch/address-parts';

describe('addressTemplates', () => {
  test.each<[header: string, templates: string[]]>([
    ['street,city,state,zip', ['{street}, {city}, {state} {zip}']],
    ['ZIP,State,City,Street', ['{Street}, {City}, {State} {ZIP}']],
    ['Address,Town,Postcode', ['{Address}, {Town}, {Postcode}']],
    ['id,street,zip', ['{street}, {zip}']],
    ['street_address,city_id,city', ['{street_address}, {city}']],
    ['Address 1,Address 2,City', ['{Address 1}, {Address 2}, {City}']],
    ['street,unit,city', ['{street}, {unit}, {city}']],
    // Shopify repeats the second line in the street column.
    ['Street,Address1,Address2,City', ['{Street}, {City}']],
    // Outlook also has a column with the complete address.
    [
      'Home Address,Home Street,Home Street 2,Home City',
      ['{Home Street}, {Home Street 2}, {Home City}'],
    ],
    [
      'HomeCity,homeStreet,WORKCity,WORK_STREET',
      ['{homeStreet}, {HomeCity}', '{WORK_STREET}, {WORKCity}'],
    ],
    ['Address 1 - Street,Address 2 - City', []],
    ['Address 1 - Street,Address 1 - City', ['{Address 1 - Street}, {Address 1 - City}']],
    // Names that are not unique, or that cannot be in braces.
    ['street,city,City,zip', ['{street}, {2}, {zip}']],
    ['street,{zip}', ['{street}, {2}']],
    // Not enough for an address: only a street, or no street.
    ['street,state', []],
    ['city,state,zip', []],
    ['E-mail Address,City', []],
    ['Address,REGION', []],
    ['query', []],
    ['', []],
  ])('finds the address columns in the header %s', (header, templates) => {
    expect(addressTemplates(header.split(','))).toEqual(templates);
  });
});

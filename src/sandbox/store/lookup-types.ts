// The types of lookups, and what sample rows of the log hold.

/** Labels of the lookup types. */
export const lookupTypes = [
  'Place Resolution',
  'Address Lookup',
  'Address Verification',
  'Address Cleanse',
  'Email Validation',
  'Phone Validation',
] as const;

/** Label of a lookup type. */
export type LookupType = (typeof lookupTypes)[number];

/** The share of each type, if none is given. */
export const defaultTypes: Readonly<Record<LookupType, number>> = {
  'Place Resolution': 50,
  'Address Lookup': 20,
  'Address Verification': 12,
  'Address Cleanse': 5,
  'Email Validation': 9,
  'Phone Validation': 4,
};

export const streets = [
  'Main St',
  'Oak Ave',
  'Park Rd',
  'Maple Dr',
  'Broadway',
  'Elm St',
  '2nd Ave',
];
export const names = [
  'anna',
  'ben',
  'carla',
  'david',
  'emma',
  'felix',
  'grace',
  'henry',
  'ines',
  'jonas',
];
export const pages = ['checkout', 'account/address', 'register', 'cart', 'delivery'];

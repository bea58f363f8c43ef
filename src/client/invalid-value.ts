// Values that cannot be right: a lookup of them would be billed and could only come back as invalid. What
// is only unusual passes; the service knows more shapes than this tool.

/** Why a value cannot be right. */
export type InvalidReason =
  | 'no_at_sign'
  | 'several_at_signs'
  | 'no_mailbox'
  | 'no_domain'
  | 'blank_inside'
  | 'several_addresses'
  | 'address_in_text'
  | 'no_digits'
  | 'no_country_code'
  | 'not_in_country'
  | 'unknown_country';

/** A parameter's value that cannot be right. */
export interface InvalidValue {
  /** Name of the parameter, such as `email`. */
  parameter: string;
  /** The value as it was given, without blanks around it. */
  value: string;
  reason: InvalidReason;
  /** What was probably meant, where that is plain. */
  suggestion?: string;
}

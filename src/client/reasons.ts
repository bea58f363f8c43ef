// A reason distinguishes between errors with the same error code. The command line selects the hint for an error by the
// error's reason (cli/hints).

import type { SessionLimit } from '../api/session-limit';
import type { ErrorCode } from '../lib/error-codes';
import { type ErrorFacts, WaypostError } from '../lib/errors';

export type Reason =
  | 'answer_cut_off'
  | 'base_url'
  | 'base_url_credentials'
  | 'base_url_plain_http'
  | 'bias_ip'
  | 'bias_point'
  | 'bias_twice'
  | 'claim_rescued'
  | 'claim_shown'
  | 'compressed'
  | 'config_damaged'
  | 'config_unusable'
  | 'connection_broke'
  | 'coordinate'
  | 'country_code'
  | 'credentials_damaged'
  | 'credentials_unusable'
  | 'email_too_long'
  | 'key_characters'
  | 'key_command'
  | 'key_command_batch_file'
  | 'key_command_nested'
  | 'key_missing'
  | 'key_of_other_kind'
  | 'login_stored'
  | 'not_a_regular_file'
  | 'not_the_service'
  | 'nothing_to_look_up'
  | 'pages_lead_nowhere'
  | 'parameter'
  | 'path_characters'
  | 'path_dots'
  | 'path_empty'
  | 'path_fragment'
  | 'path_of_file'
  | 'path_of_host'
  | 'path_outside'
  | 'pending_unusable'
  | 'profile_name'
  | 'proxy'
  | 'redirect'
  | `session_${SessionLimit}`
  | 'setting_damaged'
  | 'unexpected_result'
  | 'unpaired_surrogate'
  | 'unreached'
  | 'unreached_default'
  | 'unreached_local'
  | 'unreached_through_proxy'
  | 'wait'
  | 'working_directory';

/** Values for an error's hint, such as the number of seconds to wait. */
export type About = Readonly<Record<string, string>>;

export function failed(
  code: ErrorCode,
  reason: Reason,
  message: string,
  facts: Omit<ErrorFacts, 'reason'> = {},
): WaypostError {
  return new WaypostError(code, message, { ...facts, reason });
}

export function rejected(reason: Reason, message: string, about?: About): WaypostError {
  return failed('invalid_input', reason, message, { about });
}

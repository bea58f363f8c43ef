// The handlers for email validation and phone number validation.

import type { Handler } from '../http/operation';
import { success } from '../http/responses';
import { bill, checkAllowance } from '../rules/billing';
import { identifyCaller } from '../rules/caller';
import type { Sandbox } from '../server/sandbox';
import { validateEmail } from '../validations/emails';
import { validatePhone } from '../validations/phones';

/** Validates an email address. Bills every result. */
export function emailValidate(sandbox: Sandbox): Handler {
  return (call) => {
    const caller = identifyCaller(sandbox, call, 'email');
    checkAllowance(sandbox, caller);
    const query = call.query.get('query') ?? undefined;
    const validation = validateEmail(query);
    bill(sandbox, call, caller, 'Email Validation', query ?? '');
    return success(validation);
  };
}

/** Validates a phone number. Bills every result. */
export function phoneValidate(sandbox: Sandbox): Handler {
  return async (call) => {
    const caller = identifyCaller(sandbox, call, 'phone');
    checkAllowance(sandbox, caller);
    const query = call.query.get('query') ?? undefined;
    const validation = await validatePhone(query);
    bill(sandbox, call, caller, 'Phone Validation', query ?? '');
    return success(validation);
  };
}

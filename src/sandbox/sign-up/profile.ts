// What a profile must hold and look like when a sign-up is completed, or started on a strict sandbox.
import { parse } from '../schemas/parse';
import { type Profile, type ProfileMember, profileNames, profileSchema } from '../schemas/sign-up';

const formats: Partial<Record<ProfileMember, { form: RegExp; message: string }>> = {
  email: { form: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: 'must look like name@example.com' },
  org_country_code: { form: /^[a-z]{3}$/i, message: 'must be three letters, such as USA' },
};

/** Members a strict sign-up asks for: all but the second and third address line. */
export const strictMembers: readonly ProfileMember[] = profileNames.filter(
  (name) => name !== 'org_address_line_two' && name !== 'org_address_line_three',
);

/** Members the page asks for when the sign-up is not strict. */
export const pageMembers: readonly ProfileMember[] = ['email', 'name', 'org_name'];

/** What is missing from a profile, too long or of the wrong form, by member. */
export function checkProfile(
  profile: Profile,
  required: readonly ProfileMember[],
): { path: ProfileMember; message: string }[] {
  const parsed = parse(profileSchema, profile);
  const tooLong = 'errors' in parsed ? parsed.errors : [];
  return profileNames.flatMap((path) => {
    const value = profile[path]?.trim() ?? '';
    if (value === '') return required.includes(path) ? [{ path, message: 'is required' }] : [];
    const format = formats[path];
    if (format && !format.form.test(value)) return [{ path, message: format.message }];
    const message = tooLong.find((error) => error.path === path)?.message;
    return message === undefined ? [] : [{ path, message }];
  });
}

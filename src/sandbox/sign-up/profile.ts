// What a person says of themselves when they sign up: the members of POST /sign_up (decisions.md),
// which prefill the page, and the fields of the page itself.
import { members, read, type Sent, text } from '../shapes/shape';

/** Each member, as POST /sign_up takes it. */
export const profileMembers = {
  email: text({ max: 320 }),
  name: text({ max: 128 }),
  org_name: text({ max: 128 }),
  org_address_line_one: text({ max: 128 }),
  org_address_line_two: text({ max: 128 }),
  org_address_line_three: text({ max: 128 }),
  org_post_town: text({ max: 128 }),
  org_postcode: text({ max: 32 }),
  org_country_code: text({ max: 3 }),
};

/** Name of a member. */
export type ProfileMember = keyof typeof profileMembers;

/** What is known of a person; any member may be missing. */
export type Profile = Sent<typeof profileMembers>;

/** The members in the order people are asked for them. */
export const profileNames: readonly ProfileMember[] = [
  'email',
  'name',
  'org_name',
  'org_address_line_one',
  'org_address_line_two',
  'org_address_line_three',
  'org_post_town',
  'org_postcode',
  'org_country_code',
];

/** Reads a profile; members it does not know are passed over. */
export const profileShape = members(profileMembers);

const formats: Partial<Record<ProfileMember, { form: RegExp; message: string }>> = {
  email: { form: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: 'must look like name@example.com' },
  org_country_code: { form: /^[a-z]{3}$/i, message: 'must be three letters, such as USA' },
};

/** Members a strict sign-up asks for (decisions.md): all but the second and third address line. */
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
  const told = read(profileShape, profile);
  const tooLong = 'errors' in told ? told.errors : [];
  return profileNames.flatMap((path) => {
    const value = profile[path]?.trim() ?? '';
    if (value === '') return required.includes(path) ? [{ path, message: 'is required' }] : [];
    const format = formats[path];
    if (format && !format.form.test(value)) return [{ path, message: format.message }];
    const message = tooLong.find((error) => error.path === path)?.message;
    return message === undefined ? [] : [{ path, message }];
  });
}

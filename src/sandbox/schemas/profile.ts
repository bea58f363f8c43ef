// What a person says of themselves when they sign up: the members of POST /sign_up, which prefill the
// page, and the fields of the page itself.
import type * as z from 'zod/mini';
import { changes, record, text, undocumented } from './types';

const members = record(
  'What the sign-up page is filled in with beforehand. All of it may be left out.',
  {
    email: text('Email address of the person.', { max: 320 }),
    name: text('Name of the person.', { max: 128 }),
    org_name: text('Organisation.', { max: 128 }),
    org_address_line_one: text('Its address, first line.', { max: 128 }),
    org_address_line_two: text('Second line.', { max: 128 }),
    org_address_line_three: text('Third line.', { max: 128 }),
    org_post_town: text('Town.', { max: 128 }),
    org_postcode: text('Postcode.', { max: 32 }),
    org_country_code: text('Country, ISO 3166-1 alpha-3.', { max: 3 }),
  },
);

/** Name of a member. */
export type ProfileMember = keyof typeof members.shape;

/** The members in the order people are asked for them. */
export const profileNames = Object.keys(members.shape) as ProfileMember[];

/** A profile; members it does not know are passed over. */
export const profileSchema = undocumented(changes(members));

/** What is known of a person; any member may be missing. */
export type Profile = z.infer<typeof profileSchema>;

// What a config may be: what its owner sends and what the OpenAPI document says.
import { maximumPayload } from '../../api/limits';
import { changes, record, text, undocumented } from './types';

/** The members of a config that are set. */
export const configMembers = {
  name: text('Unique per key, fixed at creation.', {
    pattern: /^[A-Za-z0-9._-]{1,32}$/,
    // A name of dots alone could never be reached by its path.
    test: (value) => !/^\.{1,2}$/.test(value),
    form: 'must be 1 to 32 letters, digits, dots, underscores or hyphens',
  }),
  payload: text('Serialized text.', { max: maximumPayload }),
};

/** The document that makes a config. */
export const newConfig = undocumented(record('A config to make.', configMembers));

/** The document that changes one. */
export const configChanges = changes(
  record('The new payload; the old one stays where none is sent.', {
    payload: configMembers.payload,
  }),
);

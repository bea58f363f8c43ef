// The schemas of a config: what its owner sends and reads.
import { configName, maximumPayload } from '../../api/limits';
import { changes, list, moment, notInServiceDocs, record, text } from './types';

const members = {
  name: text('Unique per key, fixed at creation.', {
    pattern: configName,
    form: 'must be 1 to 32 letters, digits, dots, underscores or hyphens',
  }),
  payload: text('Serialized text.', { max: maximumPayload }),
};

/** The document that creates a config. */
export const newConfig = notInServiceDocs(record('A config to make.', members));

/** The document that changes one. */
export const configChanges = changes(
  record('The new payload; the old one stays where none is sent.', {
    payload: members.payload,
  }),
);

/** A config as it is read. */
export const config = record('A named payload of a key.', {
  ...members,
  createdAt: moment('When it was made.'),
  updatedAt: moment('When its payload was last replaced.'),
});

/** A list of them. */
export const configs = record('The configs of a key.', {
  configs: list(config, 'Every one, oldest first.'),
});

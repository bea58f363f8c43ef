// Accounts: who signed up, and the management key.

import { type Profile, profileSchema } from '../../api/sign-up';
import { parse } from '../schemas/parse';
import { type Database, integerOf, type Row, textOf } from './database';
import { newManagementKey, randomText } from './random-key';

/** One account. */
export interface Account {
  id: number;
  /** Internal user id, as in the sign-up poll. */
  userId: string;
  /** Management key. */
  userToken: string;
  /** The profile of the sign-up page. */
  profile: Profile;
}

function readAccount(row: Row): Account {
  const profile = parse(profileSchema, JSON.parse(textOf(row, 'profile')));
  return {
    id: integerOf(row, 'id'),
    userId: textOf(row, 'user_id'),
    userToken: textOf(row, 'user_token'),
    profile: 'value' in profile ? profile.value : {},
  };
}

/** Opens the accounts of a store. */
export function createAccounts(database: Database) {
  const columns = 'SELECT id, user_id, user_token, profile FROM accounts';
  const insert = database.prepare(
    'INSERT INTO accounts (user_id, user_token, profile, created_at) VALUES (?, ?, ?, ?)',
  );
  const byId = database.prepare(`${columns} WHERE id = ?`);
  const byToken = database.prepare(`${columns} WHERE user_token = ?`);
  const byUserId = database.prepare(`${columns} WHERE user_id = ?`);
  const all = database.prepare(`${columns} ORDER BY id`);
  const one = (row: Row | undefined): Account | undefined => row && readAccount(row);
  return {
    /** Creates an account; with new random identifiers unless they are given. */
    create(profile: Profile, now: number, given?: Pick<Account, 'userId' | 'userToken'>): Account {
      const { userId, userToken } = given ?? {
        userId: `user_${randomText(20)}`,
        userToken: newManagementKey(),
      };
      const { id } = insert.run(userId, userToken, JSON.stringify(profile), now);
      return { id, userId, userToken, profile };
    },
    find: (id: number) => one(byId.get(id)),
    findByUserToken: (userToken: string) => one(byToken.get(userToken)),
    findByUserId: (userId: string) => one(byUserId.get(userId)),
    /** Every account, oldest first. */
    list: (): Account[] => all.all().map(readAccount),
  };
}

/** The accounts of a store. */
export type Accounts = ReturnType<typeof createAccounts>;

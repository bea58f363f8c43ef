// Stores accounts, with their profiles and management keys. Also stores sign-ups that are complete or expired.
import { type Profile, profileSchema } from '../../api/sign-up';
import { parse } from '../http/parse';
import {
  type Database,
  integerColumn,
  newManagementKey,
  nullableInteger,
  type Row,
  randomText,
  textColumn,
} from './database';

export interface Account {
  id: number;
  /** The internal user ID. The response to the poll that claims the sign-up's credentials contains this ID. */
  userId: string;
  /** The management key. */
  userToken: string;
  profile: Profile;
}

function readAccount(row: Row): Account {
  const profile = parse(profileSchema, JSON.parse(textColumn(row, 'profile')));
  return {
    id: integerColumn(row, 'id'),
    userId: textColumn(row, 'user_id'),
    userToken: textColumn(row, 'user_token'),
    profile: 'value' in profile ? profile.value : {},
  };
}

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
    list: (): Account[] => all.all().map(readAccount),
  };
}

export interface SignUp {
  accountId: number | null;
  claimedAt: number | null;
  /** The time at which the control API ended the sign-up, or null. A sign-up also expires after `signUpLifetimeMs`. */
  expiredAt: number | null;
}

export function createSignUps(database: Database) {
  const select = database.prepare(
    'SELECT account_id, claimed_at, expired_at FROM sign_ups WHERE id = ?',
  );
  const complete = database.prepare(
    `INSERT INTO sign_ups (id, account_id)
    VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET account_id = excluded.account_id`,
  );
  const claim = database.prepare('UPDATE sign_ups SET claimed_at = ? WHERE id = ?');
  const expire = database.prepare(
    `INSERT INTO sign_ups (id, expired_at)
    VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET expired_at = excluded.expired_at`,
  );
  return {
    find(id: string): SignUp | undefined {
      const row = select.get(id);
      if (!row) return undefined;
      return {
        accountId: nullableInteger(row, 'account_id'),
        claimedAt: nullableInteger(row, 'claimed_at'),
        expiredAt: nullableInteger(row, 'expired_at'),
      };
    },
    complete: (id: string, accountId: number) => void complete.run(id, accountId),
    claim: (id: string, now: number) => void claim.run(now, id),
    expire: (id: string, now: number) => void expire.run(id, now),
  };
}

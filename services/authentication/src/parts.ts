import type { Database, DatabaseLog } from '@annals/kit/database/database';
import type { Clock } from './clock.ts';
import type { PasswordHashes } from './passwords/password-hashes.ts';
import type { RoleBook } from './roles/role-book.ts';
import type { SessionStates } from './sessions/session-states.ts';
import type { AccessTokens } from './tokens/access-tokens.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** What the areas of this service are made of; one of each per service. */
export interface Parts {
  database: Database;
  log: DatabaseLog;
  /** Origin of the console without a slash at the end: links are built from it alone, and it is the tokens' issuer. */
  publicUrl: string;
  productName: string;
  clock: Clock;
  passwordHashes: PasswordHashes;
  signingKeys: SigningKeys;
  accessTokens: AccessTokens;
  sessionStates: SessionStates;
  roleBook: RoleBook;
}

import type { FastifyInstance } from 'fastify';
import type { Authenticate } from '@annals/kit/caller';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import { migrate, type MigrationSource } from '@annals/kit/migrate/migrate';
import { mountOn } from '@annals/kit/mount';
import { momentOf, type Clock } from './clock.ts';
import { deleteOutdated } from './housekeeping.sql.ts';
import { mountOneTimeLinks } from './one-time-links/one-time-links.routes.ts';
import { makeSetUpLink } from './one-time-links/one-time-links.ts';
import type { Parts } from './parts.ts';
import { PasswordHashes } from './passwords/password-hashes.ts';
import { mountPasswords } from './passwords/passwords.routes.ts';
import { RoleBook } from './roles/role-book.ts';
import { mountRoles } from './roles/roles.routes.ts';
import { authenticator } from './sessions/authenticate.ts';
import { SessionStates } from './sessions/session-states.ts';
import { mountSessions } from './sessions/sessions.routes.ts';
import { AccessTokens } from './tokens/access-tokens.ts';
import { SigningKeys } from './tokens/signing-keys.ts';
import { createUser, type UserToCreate } from './users/create-user.ts';
import { mountUsers } from './users/users.routes.ts';
import { someUserExists } from './users/users.sql.ts';

const migrations: MigrationSource = {
  service: 'authentication',
  directory: new URL('../migrations/', import.meta.url),
};
const housekeepingEveryMs = 3_600_000;

export interface AuthenticationOptions {
  database: Database;
  log: DatabaseLog;
  /** Origin at which people reach the console, for example https://annals.example.org. */
  publicUrl: string;
  productName: string;
  /** Check every answer against the contract, for tests. */
  checkResponses?: boolean;
  clock?: Clock;
}

export interface AuthenticationService {
  mountRoutes(app: FastifyInstance): void;
  authenticate: Authenticate;
  /** Applies the migrations, and makes the signing key at the first start. */
  migrate(): Promise<void>;
  migrated(): boolean;
  /** @throws Problem 400 or 409 */
  createUser(user: UserToCreate): Promise<{ userId: string; link?: string }>;
  /**
   * A new one-time link for the first GLOBAL_MASTER, good for 24 hours, in place of an unused one made before.
   * Undefined when there is a user who can sign in.
   */
  setUpLink(): Promise<string | undefined>;
  /** Whether there is no user yet. */
  isEmpty(): Promise<boolean>;
  /** Stops the housekeeping; the database stays open. */
  close(): void;
}

export function authenticationService(options: AuthenticationOptions): AuthenticationService {
  const parts = partsOf(options);
  const { database, log, clock } = parts;
  const authenticate = authenticator(parts);
  let migrated = false;

  const keepHouse = () => {
    deleteOutdated(database, momentOf(clock())).catch((err: unknown) => {
      log.warn({ err }, 'Outdated sessions could not be removed; the next try is in an hour.');
    });
  };
  const housekeeping = setInterval(() => migrated && keepHouse(), housekeepingEveryMs).unref();

  return {
    authenticate,
    mountRoutes(app) {
      const mount = mountOn(app, { authenticate, checkResponses: options.checkResponses ?? false });
      mountSessions(mount, parts);
      mountOneTimeLinks(mount, parts);
      mountPasswords(mount, parts);
      mountUsers(mount, parts);
      mountRoles(mount, parts);
    },
    async migrate() {
      await migrate(database, migrations);
      await parts.signingKeys.ensure();
      migrated = true;
    },
    migrated: () => migrated,
    createUser: (user) => createUser(parts, user),
    setUpLink: () => makeSetUpLink(parts),
    isEmpty: async () => !(await someUserExists(database)),
    close: () => clearInterval(housekeeping),
  };
}

function partsOf({
  database,
  log,
  productName,
  clock = Date.now,
  ...options
}: AuthenticationOptions): Parts {
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const signingKeys = new SigningKeys(database, clock);
  return {
    database,
    log,
    publicUrl,
    productName,
    clock,
    passwordHashes: new PasswordHashes(),
    signingKeys,
    accessTokens: new AccessTokens(
      signingKeys,
      { issuer: publicUrl, audience: productName },
      clock,
    ),
    sessionStates: new SessionStates(database, clock),
    roleBook: new RoleBook(database, clock),
  };
}

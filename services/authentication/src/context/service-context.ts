import type { Database, DatabaseLog } from '@annals/kit/database/database';
import type { MemberRole } from '@annals/contracts/permissions';
import type { ApiTokenStates } from '../api-tokens/api-token-states.ts';
import type { ApiTokenUses } from '../api-tokens/api-token-uses.ts';
import type { Clock } from './clock.ts';
import type { ResolveTxt } from '../email-domains/domain-record.ts';
import type { AuthenticationMetrics } from '../metrics/authentication-metrics.ts';
import type { ProviderClients } from '../identity-providers/provider-clients.ts';
import type { Post } from '../post/post.ts';
import type { PasswordHashes } from '../passwords/password-hashes.ts';
import type { RoleBook } from '../roles/role-book.ts';
import type { SessionStates } from '../sessions/session-states.ts';
import type { AccessTokens } from '../tokens/access-tokens.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';

/** What the areas of this service are made of; one of each per service. */
export interface ServiceContext {
  database: Database;
  log: DatabaseLog;
  metrics: AuthenticationMetrics;
  /** Origin of the console without a slash at the end: links are built from it alone, and it is the tokens' issuer. */
  publicUrl: string;
  productName: string;
  clock: Clock;
  passwordHashes: PasswordHashes;
  signingKeys: SigningKeys;
  accessTokens: AccessTokens;
  sessionStates: SessionStates;
  apiTokenStates: ApiTokenStates;
  apiTokenUses: ApiTokenUses;
  roleBook: RoleBook;
  post: Post;
  /** Who may ask for an account: nobody, everybody, or people with an email of these domains. */
  signUp: SignUpRule;
  /** Hosts (with port where it is not 443) of identity providers that may be on private addresses or without TLS. */
  providerHosts: readonly string[];
  providerClients: ProviderClients;
  /** How the TXT records of an email domain are looked up. */
  resolveTxt: ResolveTxt;
  findMembership: FindMembership;
}

export type SignUpRule = 'off' | 'open' | readonly string[];

/** What the data service knows of a user in a partition; the two services do not know each other. */
export type FindMembership = (
  userId: string,
  partitionId: string,
  asOf: string | undefined,
) => Promise<
  | {
      partitionName: string;
      role: MemberRole | null;
      sinceDate: string | null;
      /** Who gave the role. */
      byId?: string | null;
    }
  | undefined
>;

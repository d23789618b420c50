import type { SignInRule } from '@annals/contracts/sign-in-rules';
import type { JWK, JWTPayload } from 'jose';
import type { AuthorizationServer, Client, ClientAuth } from 'oauth4webapi';
import type {
  clientAuthentications,
  idTokenAlgorithms,
} from '@annals/contracts/identity-providers';
import type { MemberRole, Permission, RoleScope, TokenScope } from '@annals/contracts/permissions';
import type { FastifyRequest } from 'fastify';
import type { CallName } from '@annals/contracts/endpoint';
import type { Caller, Credential } from '@annals/kit/caller';
import type { Database, DatabaseLog } from '@annals/kit/database/database';
import type { ProveEvents } from '@annals/kit/event-log';
import type { GuardedFetch } from '@annals/kit/outgoing/guarded-fetch';
import type { AnyPayload } from '@annals/proofs/approval-signature';
import type { AuthenticationMetrics } from './authentication-metrics.ts';
import type { Clock } from './clock.ts';

/**
 * The context of all handlers; one per service. Stateful members are described by interfaces, so that this folder
 * depends on no other. `service.ts` creates them.
 */
export interface ServiceContext {
  database: Database;
  log: DatabaseLog;
  metrics: AuthenticationMetrics;
  /**
   * Origin of the console without a trailing slash: all links are built from it, and it is the issuer of the tokens.
   */
  publicUrl: string;
  productName: string;
  clock: Clock;
  /** Who may sign up: nobody, everyone, or users with an email of these domains. */
  signUp: SignUpRule;
  /** Hosts (with port where it is not 443) of identity providers that may be on private addresses or without TLS. */
  providerHosts: readonly string[];
  /** Hosts of a single label that email addresses may have. */
  mailHosts: readonly string[];
  /** The published lists of breached passwords. */
  breachedPasswords: { includes(password: string): Promise<boolean> };
  /** Looks up the TXT records of an email domain. */
  resolveTxt: ResolveTxt;
  /** Limits the DNS lookups of each caller. */
  dnsChecks: { admit(callerId: string): void };
  /** Proves parts of the audit log. */
  proveEvents: ProveEvents;
  findMembership: FindMembership;
  findMembers: FindMembers;
  findVisibleActors: FindVisibleActors;
  passwordHashes: {
    /** @throws Problem 429 if too many are waiting */
    hash(password: string): Promise<string>;
    /** Without a hash it does the same work and returns false. @throws Problem 429 if too many are waiting */
    verify(hash: string | undefined, password: string): Promise<boolean>;
  };
  accessTokens: {
    issue(
      holder: AccessTokenHolder,
      notAfterMs: number,
    ): Promise<{ accessToken: string; expiresIn: number }>;
    /** The claims of a token that this service signed and that has not expired. */
    verify(token: string, atMs?: number): Promise<AccessClaims | undefined>;
  };
  /** Signs statements that a user has signed an approval. */
  approvalSignatures: {
    /** @returns a JWS */
    sign(payload: SignedContent): Promise<string>;
  };
  /** Sessions, read from the database at most once a second each. */
  sessionCache: {
    /** Undefined when the session has ended or its user can no longer sign in. */
    get(sessionId: string): Promise<SessionState | undefined>;
    /** Call it after a change of a session. */
    invalidate(sessionId: string): void;
    /** Call it after a change that affects many sessions, such as the roles of a unit. */
    invalidateAll(): void;
  };
  /** API tokens, read from the database at most once a second each. */
  apiTokenCache: {
    /** Undefined when the token is revoked, expired or unknown, or its owner is disabled. */
    get(hash: Buffer): Promise<ApiTokenState | undefined>;
    /** Call it after a token was revoked. */
    invalidate(tokenId: string): void;
    /** Call it after a change of the owner: disabled, deleted, roles changed. */
    invalidateOwner(ownerId: string): void;
    /** Call it after a change that affects many owners, such as the roles of a unit. */
    invalidateAll(): void;
  };
  /** When each API token was last used. */
  apiTokenUses: {
    note(tokenId: string, address: string | undefined): void;
    /** Stores the uses noted so far. */
    write(): Promise<void>;
  };
  /** What each role allows, read from the database every other second. */
  roleCache: {
    current(): Promise<RolesByName>;
    /** Call it after a change of a role. */
    invalidate(): void;
  };
  /** The rules of sessions and sign-in, read from the database at most once a second. */
  signInRules: {
    current(): Promise<SignInRules>;
    /** Call it after a change of a rule. */
    invalidate(): void;
  };
  /** Records that somebody was refused because of the network, and not too often. */
  networkRefusals: {
    record(refusal: {
      userId: string;
      address: string | null;
      credential?: Credential | undefined;
      networks: 'peopleNetworks' | 'tokenNetworks' | 'applicationNetworks';
      call: CallName;
      request: FastifyRequest;
    }): Promise<void>;
  };
  mailWorker: {
    /** Call it after a transaction that put a mail into the outbox. */
    wake(): void;
  };
  /** This service as a client of the identity providers. */
  providerClients: {
    readonly fetch: GuardedFetch;
    of(provider: ProviderClientSettings): Promise<ProviderClient>;
    discover(provider: ProviderIssuer): Promise<AuthorizationServer>;
    withEndpoints(
      metadata: AuthorizationServer,
      given: ProviderEndpoints,
      options?: { needsKeys?: boolean },
    ): AuthorizationServer;
  };
}

/** What is signed, besides the name of the service. */
export type SignedContent = DistributedOmit<AnyPayload, 'iss'>;
type DistributedOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;

export type SignUpRule = 'off' | 'open' | readonly string[];

/** The TXT records of a name, each in the pieces that DNS splits it into. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/** A user's membership in a partition according to the data service; the two services do not know each other. */
export type FindMembership = (
  userId: string,
  partitionId: string,
  asOf: string | undefined,
) => Promise<
  | {
      partitionName: string;
      /** As of a moment at which access was not recorded yet: since when it is. */
      accessKnownSince?: string | null;
      role: MemberRole | null;
      sinceDate: string | null;
      /** Who granted the role. */
      byId?: string | null;
    }
  | undefined
>;

/** The members of a partition by their ids, as the data service knows them: at most `limit` after `after`. */
export type FindMembers = (
  partitionId: string,
  asOf: string | undefined,
  range: { after: string | undefined; limit: number },
) => Promise<
  {
    userId: string;
    role: MemberRole;
    username: string | null;
    name: string | null;
    sinceDate: string;
    removedDate: string | null;
    /** Who granted the role. */
    byId: string;
  }[]
>;

/** A user who did something in a partition. */
export interface PartitionActor {
  partitionId: string;
  userId: string;
}

/** Those of the actors whom the data service names to the caller, in partitions that the caller may open. */
export type FindVisibleActors = (
  caller: Caller,
  actors: readonly PartitionActor[],
) => Promise<PartitionActor[]>;

export interface AccessTokenHolder {
  userId: string;
  sessionId: string;
  /** The refresh token that the access token was issued with. */
  grantId: string | undefined;
  roles: string[];
  username: string;
  name: string;
}

export interface AccessClaims extends AccessTokenHolder {
  /** Seconds since 1970, as are all times inside the token. */
  issuedAt: number;
  expiresAt: number;
}

/** A session that has not ended, of a user who may sign in. */
export interface SessionState {
  userId: string;
  username: string;
  name: string;
  roles: readonly string[];
  /** The units of the user and those above. */
  unitIds: readonly string[];
  /** Milliseconds since 1970. */
  lastSeen: number;
  /** The end of the session, or before it the deadline for setting up a second factor. */
  expires: number;
}

/** An API token that is not revoked, whose owner is active. */
export interface ApiTokenState {
  tokenId: string;
  ownerId: string;
  username: string;
  name: string;
  roles: string[];
  /** The units of the owner and those above. */
  unitIds: string[];
  isOfApplication: boolean;
  scopes: TokenScope[];
  partitionIds: string[] | null;
  /** The end of the token, or before it the owner's deadline for setting up a second factor. */
  expires: string | null;
}

export type RoleRow = {
  name: string;
  description: string;
  permissions: Permission[];
  scope: RoleScope;
};

/** What a rule demands of those with its role, in its unit or below, or of everyone; null demands nothing. */
export type RuleRow = {
  id: string;
  role: string | null;
  unitId: string | null;
  idleMinutes: number | null;
  absoluteMinutes: number | null;
  maxSessions: number | null;
  passkeyRequired: boolean;
  trustedDeviceDays: number | null;
  peopleNetworks: string[] | null;
  tokenNetworks: string[] | null;
  applicationNetworks: string[] | null;
  freshProofFor: SignInRule['freshProofFor'];
};

export type SignInRules = readonly RuleRow[];

export type RolesByName = ReadonlyMap<string, RoleRow>;

export interface ProviderEndpoints {
  authorization?: string | undefined;
  token?: string | undefined;
  userinfo?: string | undefined;
  jwks?: string | undefined;
  endSession?: string | undefined;
}

export interface ProviderIssuer {
  /** The address below which the discovery document is. */
  issuer: string;
  /** What the provider calls itself, where it is not the issuer; {tenantid} stands for one of the tenants. */
  tokenIssuer: string | null;
}

export interface ProviderClientSettings extends ProviderIssuer {
  id: string;
  version: number;
  discovery: boolean;
  tenants: readonly string[];
  clientId: string;
  clientSecret: string | null;
  clientKey: ClientKey | null;
  clientAuthentication: (typeof clientAuthentications)[number];
  idTokenAlgorithm: (typeof idTokenAlgorithms)[number] | null;
  endpoints: ProviderEndpoints;
}

/** The private key of private_key_jwt. */
export interface ClientKey {
  /** With its `kid` and `alg`. */
  jwk: JWK;
  /** The SHA-1 thumbprint of its certificate (RFC 7515, section 4.1.7), which Microsoft Entra ID looks the key up by. */
  x5t: string | null;
}

/** This service as a client of one provider. */
export interface ProviderClient {
  server: AuthorizationServer;
  client: Client;
  authentication: ClientAuth;
  /** The issuers that tokens of the provider may have, by tenant; one without a tenant if there are none. */
  issuers: ReadonlyMap<string | undefined, string>;
  /**
   * Verifies the signature and the times of a token of the provider, its issuer and its audience.
   * @param from `provider`: the token comes from the provider itself. `anyone`: keys are fetched again at most once a
   * second for such tokens
   * @throws an error of jose, or Unreachable
   */
  verify(
    token: string,
    from: 'provider' | 'anyone',
    options?: { requiredClaims?: string[]; audience?: undefined },
  ): Promise<JWTPayload>;
}

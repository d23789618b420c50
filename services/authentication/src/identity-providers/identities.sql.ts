import sql, { type Sql } from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '@annals/kit/database/database';
import { permissionsInPartitionsOnly } from '../authority/authority.ts';
import { userInScope, type Scope } from '../authority/scope.sql.ts';
import type { UnreadAtSignIn, UnreadClaim } from '@annals/contracts/identity-providers';
import type { Profile } from '../accounts/accounts.sql.ts';
import type { ProviderSettings } from './providers.sql.ts';

/** A candidate user of a provider sign-in, locked until the end of the transaction. */
export interface KnownUser {
  userId: string;
  username: string;
  name: string;
  status: 'INVITED' | 'ACTIVE' | 'DISABLED';
  /** All effective roles. */
  roles: string[];
  /** Roles that are not limited to units. */
  rolesEverywhere: string[];
  /** Only in the unit of the provider or below it; true for a provider without a unit. */
  withinUnit: boolean;
}

/** A condition on the role r. */
const appliesEverywhere = sql`(r.scope = 'all' and not r.permissions <@ ${[...permissionsInPartitionsOnly]}::text[])`;

const selectKnown = (unitId: string | null) => sql`u.id as "userId", u.username, u.name, u.status,
  array(select distinct role from authentication.effective_role where user_id = u.id order by role) as roles,
  array(select distinct e.role from authentication.effective_role e join authentication.role r on r.name = e.role
    where e.user_id = u.id and ${appliesEverywhere}) as "rolesEverywhere",
  (${unitId}::uuid is null or (
    exists (select from authentication.organizational_unit_member m where m.user_id = u.id)
    and not exists (select from authentication.organizational_unit_member m
      where m.user_id = u.id and m.unit_id not in (
        select p.descendant_id from authentication.organizational_unit_path p
        where p.ancestor_id = ${unitId}::uuid)))) as "withinUnit"`;

interface Provider {
  id: string;
  issuer: string;
  tokenIssuer: string | null;
  unitId: string | null;
}

/** The issuer that subjects of the provider are unique in. */
export const issuerOfSubjects = ({
  issuer,
  tokenIssuer,
}: Pick<Provider, 'issuer' | 'tokenIssuer'>): string => tokenIssuer ?? issuer;

/** A condition on the identity i: it is of this provider with its current issuer. */
const isAtProvider = (provider: Provider): Sql =>
  sql`i.provider_id = ${provider.id} and i.issuer = ${issuerOfSubjects(provider)}`;

/** The user linked to this subject of the provider. */
export async function lockLinkedUser(
  transaction: Queryable,
  provider: Provider,
  subject: string,
): Promise<(KnownUser & { identityId: string }) | undefined> {
  await lockUsers(
    transaction,
    sql`select i.user_id from authentication.user_identity i
      where ${isAtProvider(provider)} and i.subject = ${subject}`,
  );
  const [user] = await transaction.query<KnownUser & { identityId: string }>(sql`
    select i.id as "identityId", ${selectKnown(provider.unitId)}
    from authentication.user_identity i join authentication.user_account u on u.id = i.user_id
    where ${isAtProvider(provider)} and i.subject = ${subject}`);
  return user;
}

export async function isLinkedSubject(
  database: Queryable,
  provider: Provider,
  subject: string,
): Promise<boolean> {
  const found = await database.query(sql`
    select 1 as linked from authentication.user_identity i
    where ${isAtProvider(provider)} and i.subject = ${subject}`);
  return found.length > 0;
}

/** The user with this sign-in name, and whether it is their email. */
export async function lockUserBySignInName(
  transaction: Queryable,
  provider: Provider,
  key: string,
): Promise<(KnownUser & { isEmail: boolean; linkedOtherwise: boolean }) | undefined> {
  await lockUsers(
    transaction,
    sql`select n.user_id from authentication.sign_in_name n where n.key = ${key}`,
  );
  const [user] = await transaction.query<
    KnownUser & { isEmail: boolean; linkedOtherwise: boolean }
  >(sql`
    select n.is_email as "isEmail", ${selectKnown(provider.unitId)},
      exists (select from authentication.user_identity i
        where i.user_id = u.id and ${isAtProvider(provider)}) as "linkedOtherwise"
    from authentication.sign_in_name n join authentication.user_account u on u.id = n.user_id
    where n.key = ${key}`);
  return user;
}

export async function lockUserById(
  transaction: Queryable,
  { unitId }: Pick<Provider, 'unitId'>,
  userId: string,
): Promise<KnownUser | undefined> {
  await lockUsers(transaction, sql`select ${userId}::uuid`);
  const [user] = await transaction.query<KnownUser>(sql`
    select ${selectKnown(unitId)} from authentication.user_account u where u.id = ${userId}`);
  return user;
}

/** A separate statement: only a statement started after another transaction's commit sees its changes. */
async function lockUsers(transaction: Queryable, ids: Sql): Promise<void> {
  await transaction.query(sql`
    select 1 as locked from authentication.user_account where id in (${ids}) order by id for update`);
}

export async function insertIdentity(
  transaction: Queryable,
  provider: Provider,
  identity: { subject: string; userId: string; email: string | null; linked: string },
): Promise<string> {
  const id = uuidv7();
  const { subject, userId, email, linked } = identity;
  await transaction.query(sql`
    insert into authentication.user_identity (id, provider_id, issuer, subject, user_id, email, linked)
    values (${id}, ${provider.id}, ${issuerOfSubjects(provider)}, ${subject}, ${userId}, ${email}, ${linked})`);
  return id;
}

/** Returns whether something could not be used now that was not reported before. */
export async function recordSignIn(
  transaction: Queryable,
  identity: {
    identityId: string;
    providerId: string;
    email: string | null;
    unread: readonly UnreadClaim[];
  },
  at: string,
): Promise<{ isNews: boolean }> {
  const unread = identity.unread.length === 0 ? null : JSON.stringify(identity.unread);
  const [before] = await transaction.query<{ isNews: boolean }>(sql`
    with before as (select id, unread from authentication.user_identity where id = ${identity.identityId})
    update authentication.user_identity i set last_sign_in = ${at}, email = coalesce(${identity.email}, i.email),
      unread = ${unread}::jsonb
    from before where i.id = before.id
    returning before.unread is distinct from ${unread}::jsonb and ${unread}::jsonb is not null as "isNews"`);
  await transaction.query(sql`
    update authentication.identity_provider set last_sign_in = ${at} where id = ${identity.providerId}`);
  return { isNews: before?.isNews ?? false };
}

/** The latest sign-ins that contained something that could not be used. */
export function selectUnread(
  database: Queryable,
  providerId: string,
  most: number,
): Promise<UnreadAtSignIn[]> {
  return database.query<UnreadAtSignIn & object>(sql`
    select json_build_object('id', u.id, 'name', u.name) as user, i.last_sign_in as date, i.unread as claims
    from authentication.user_identity i join authentication.user_account u on u.id = i.user_id
    where i.provider_id = ${providerId} and i.unread is not null and i.last_sign_in is not null
    order by i.last_sign_in desc, i.id desc limit ${most}`);
}

/** What a provider can keep up to date, of a locked user. */
export async function selectProfile(transaction: Queryable, userId: string): Promise<Profile> {
  const [profile] = await transaction.query<Profile & object>(sql`
    select name, username, email, lang, change_set_mails as "changeSetMails"
    from authentication.user_account where id = ${userId}`);
  if (!profile) throw new Error('The user is not there, although it is locked.');
  return profile;
}

/** Of these units, those that the provider may assign: all that exist, or for a provider of a unit those below it. */
export async function assignableUnits(
  transaction: Queryable,
  { unitId }: Pick<Provider, 'unitId'>,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(sql`
    select unit.id from authentication.organizational_unit unit
    where unit.id = any(${[...ids]}::uuid[]) and (${unitId}::uuid is null or unit.id in (
      select p.descendant_id from authentication.organizational_unit_path p where p.ancestor_id = ${unitId}::uuid))
    order by unit.id for key share`);
  return rows.map(({ id }) => id);
}

/**
 * The units of a user created by the provider: the provider's unit, the unit for new users, and the unit with the
 * email's domain; for a provider of a unit, none outside that unit.
 */
export async function unitsOfNewUser(
  transaction: Queryable,
  { unitId, newUserOrganizationalUnitId }: ProviderSettings,
  domain: string,
): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(sql`
    select unit.id from authentication.organizational_unit unit
    where (unit.id = ${unitId}::uuid or unit.id = ${newUserOrganizationalUnitId}::uuid or unit.id in (
        select d.unit_id from authentication.email_domain d where d.domain = ${domain} and d.verified is not null))
      and (${unitId}::uuid is null or unit.id in (
        select p.descendant_id from authentication.organizational_unit_path p where p.ancestor_id = ${unitId}::uuid))
    order by unit.id for key share`);
  return rows.map(({ id }) => id);
}

/** The roles that are not limited to units and that members of these units hold through them. */
export async function rolesEverywhereThrough(
  transaction: Queryable,
  unitIds: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ role: string }>(sql`
    select distinct r.name as role from authentication.organizational_unit_path p
    join authentication.organizational_unit_role held on held.unit_id = p.ancestor_id
    join authentication.role r on r.name = held.role
    where p.descendant_id = any(${[...unitIds]}::uuid[]) and ${appliesEverywhere}`);
  return rows.map(({ role }) => role);
}

export async function existingRoles(
  transaction: Queryable,
  names: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ name: string }>(sql`
    select name from authentication.role where name = any(${[...names]}) and name <> 'GLOBAL_MASTER' order by name`);
  return rows.map(({ name }) => name);
}

type IdentityRow = {
  id: string;
  identityProviderId: string;
  identityProviderName: string;
  subject: string;
  email: string | null;
  linkedDate: string;
  lastSignInDate: string | null;
};

const columns = sql`i.id, i.provider_id as "identityProviderId", p.name as "identityProviderName", i.subject, i.email,
  i.linked as "linkedDate", i.last_sign_in as "lastSignInDate"`;

/** The first `most` that were linked; undefined if the user is out of scope. */
export async function selectIdentities(
  database: Queryable,
  scope: Scope,
  userId: string,
  most: number,
): Promise<IdentityRow[] | undefined> {
  const [user] = await database.query(sql`
    select 1 as found from authentication.user_account u where u.id = ${userId} and ${userInScope(scope, sql`u.id`)}`);
  if (!user) return undefined;
  return database.query(sql`
    select ${columns} from authentication.user_identity i
    join authentication.identity_provider p on p.id = i.provider_id
    where i.user_id = ${userId} order by i.linked, i.id limit ${most}`);
}

export async function selectIdentity(
  transaction: Queryable,
  userId: string,
  identityId: string,
): Promise<IdentityRow | undefined> {
  const [identity] = await transaction.query<IdentityRow>(sql`
    select ${columns} from authentication.user_identity i
    join authentication.identity_provider p on p.id = i.provider_id
    where i.user_id = ${userId} and i.id = ${identityId}
    for update of i`);
  return identity;
}

export async function deleteIdentity(transaction: Queryable, identityId: string): Promise<void> {
  await transaction.query(sql`delete from authentication.user_identity where id = ${identityId}`);
}

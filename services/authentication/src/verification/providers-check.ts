import sql from 'sql-template-tag';
import { pickFields } from '@annals/kit/verification/facts';
import type { Fields } from './recorded-events.sql.ts';
import { comparedId, factsOfSettings, FollowedSettings, textsIn } from './settings-facts.ts';
import type { KindOfThing } from './stored-things.ts';

/** Whom a provider signs in, as whom, and what they get; not how it is reached or shown. */
const names = [
  'organizationalUnitId',
  'enabled',
  'issuer',
  'tokenIssuer',
  'tenants',
  'clientId',
  'clientAuthentication',
  'idTokenAlgorithm',
  'endpoints',
  'emailDomains',
  'claimMap',
  'groupsForm',
  'unitsForm',
  'groupRoles',
  'unitMap',
  'synchronization',
  'trustEmail',
  'trustSecondFactor',
  'provisioning',
  'newUserRoles',
  'newUserOrganizationalUnitId',
];

/** The settings of identity providers that decide about access. */
export const providersAsRecorded: KindOfThing = {
  subject: 'identityProvider',
  created: 'identityProvider.created',
  deleted: 'identityProvider.deleted',
  actions: ['identityProvider.created', 'identityProvider.changed', 'identityProvider.deleted'],
  ids: sql`select id from authentication.identity_provider`,
  type: 'uuid',
  async findStored(database, ids) {
    const providers = await database.query<Fields & { id: string }>(
      sql`select p.id, p.unit_id as "organizationalUnitId", p.enabled, p.issuer, p.token_issuer as "tokenIssuer",
          p.tenants, p.client_id as "clientId", p.client_authentication as "clientAuthentication",
          p.id_token_algorithm as "idTokenAlgorithm", p.endpoints, p.claim_map as "claimMap",
          p.groups_form as "groupsForm", p.units_form as "unitsForm", p.group_roles as "groupRoles",
          p.unit_map as "unitMap", p.synchronization, p.trust_email as "trustEmail",
          p.trust_second_factor as "trustSecondFactor", p.provisioning, p.new_user_roles as "newUserRoles",
          p.new_user_unit_id as "newUserOrganizationalUnitId",
          array(select d.domain from authentication.email_domain d where d.provider_id = p.id) as "emailDomains"
        from authentication.identity_provider p where p.id = any(${[...ids]}::uuid[])`,
    );
    return providers.flatMap(({ id, ...provider }) =>
      factsOfSettings(`identityProvider/${id}`, settingsIn(provider)),
    );
  },
  readRecorded(events) {
    const providers = new FollowedSettings();
    for (const { action, subject, after, index } of events)
      if (action === 'identityProvider.deleted') providers.delete(subject);
      else providers.set(subject, settingsIn(after), index);
    return providers.facts();
  },
};

const ofUnits: ReadonlySet<string> = new Set([
  'organizationalUnitId',
  'newUserOrganizationalUnitId',
]);

const settingsIn = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(pickFields(fields, names)).map(([name, value]) => [
      name,
      ofUnits.has(name)
        ? comparedId(value)
        : name === 'emailDomains'
          ? textsIn(value).toSorted()
          : value,
    ]),
  );

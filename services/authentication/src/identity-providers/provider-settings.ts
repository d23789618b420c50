import { asciiDomain } from '@annals/contracts/email-address';
import type { BodyOf } from '@annals/contracts/endpoint';
import type {
  changeIdentityProvider,
  createIdentityProvider,
} from '@annals/contracts/identity-providers';
import { withoutWellKnown } from '@annals/contracts/identity-providers';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { badRequest, conflict, forbidden, type FieldProblem } from '@annals/kit/problem';
import { addressError } from '@annals/kit/outgoing/guarded-fetch';
import { defaultProviderSettings } from '@annals/rules/provider-settings';
import { isAtOrBelow } from '../authority/authority.sql.ts';
import { requireGrantable, requireUnit, requireUnitToFill } from '../authority/authority.ts';
import type { CallingActor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { domainsOfOtherUnits, replaceDomains } from '../email-domains/email-domains.sql.ts';
import { mayApprove } from '../email-domains/verify-domain.ts';
import { newSecret } from '../tokens/secrets.ts';
import { makeClientKey, readClientKey } from './client-key.ts';
import { hasTenants } from './provider-clients.ts';
import type { ProviderSettings } from './providers.sql.ts';

type Given = BodyOf<typeof createIdentityProvider> | BodyOf<typeof changeIdentityProvider>;

/** The defaults of a provider created with only a name, an issuer and a client id. */
export function defaultSettingsOf(
  given: BodyOf<typeof createIdentityProvider>,
  unitId: string | null,
): ProviderSettings {
  const plain: ProviderSettings = {
    ...defaultProviderSettings(given.name, { ...given, hasSecret: Boolean(given.clientSecret) }),
    unitId,
    name: given.name,
    clientSecret: null,
    clientKey: null,
    endpoints: {},
    unitMap: {},
    newUserOrganizationalUnitId: null,
  };
  return changeSettings(plain, given);
}

/** The settings merged with the given changes; omitted ones stay. */
export function changeSettings(before: ProviderSettings, given: Given): ProviderSettings {
  const {
    organizationalUnitId,
    clientKey: _clientKey,
    ...rest
  } = { organizationalUnitId: undefined, ...given };
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const after: ProviderSettings = { ...before, ...set };
  return {
    ...after,
    unitId: organizationalUnitId === undefined ? before.unitId : organizationalUnitId,
    scopes: [...new Set(after.scopes)],
    tenants: [...new Set(after.tenants)],
    emailDomains: [
      ...new Set(after.emailDomains.map((domain) => asciiDomain(domain) ?? domain)),
    ].toSorted(),
    newUserRoles: [...new Set(after.newUserRoles)].toSorted(),
  };
}

/**
 * The settings with the key of private_key_jwt: the given one, else the stored one, else a new one.
 * @throws Problem 400
 */
export async function withClientKey(
  settings: ProviderSettings,
  { clientKey: given }: Given,
): Promise<ProviderSettings> {
  if (settings.clientAuthentication !== 'private_key_jwt') return { ...settings, clientKey: null };
  if (typeof given === 'string') return { ...settings, clientKey: await readClientKey(given) };
  const kept = given === null ? null : settings.clientKey;
  return { ...settings, clientKey: kept ?? (await makeClientKey()) };
}

/**
 * Checks that the settings are consistent and within the caller's permissions. All roles are checked, not only new
 * ones: whoever changes the endpoints of a provider decides who gets them.
 * @throws Problem 400, 403 or 404
 */
export async function checkSettings(
  context: ServiceContext,
  transaction: Queryable,
  { caller, rolesByName }: Pick<CallingActor, 'caller' | 'rolesByName'>,
  settings: ProviderSettings,
): Promise<void> {
  const errors = [...addressErrors(settings, context.providerHosts), ...clientErrors(settings)];
  const roles = new Set([...settings.newUserRoles, ...Object.values(settings.groupRoles)]);
  if (roles.has('GLOBAL_MASTER'))
    errors.push({
      path: settings.newUserRoles.includes('GLOBAL_MASTER')
        ? 'body.newUserRoles'
        : 'body.groupRoles',
      ...say('providerGrantsMaster'),
    });
  const { unitId, newUserOrganizationalUnitId: newUnitId, unitMap } = settings;
  if (unitId === null && caller.scope('identity-providers:write') !== 'all')
    errors.push({ path: 'query.organizationalUnitId', ...say('chooseUnit') });
  if (errors.length > 0) throw badRequest(say('settingsNotValid'), errors);
  if (unitId === null && !caller.roles.includes('GLOBAL_MASTER'))
    throw forbidden(say('providerNeedsUnit'));
  if (unitId !== null) await requireUnit(transaction, caller, 'identity-providers:write', unitId);
  if (newUnitId !== null) {
    await requireUnit(transaction, caller, 'identity-providers:write', newUnitId);
    if (unitId !== null && !(await isAtOrBelow(transaction, newUnitId, unitId)))
      throw badRequest(say('createsInUnit'), [
        { path: 'body.newUserOrganizationalUnitId', ...say('chooseUnitOfProvider') },
      ]);
  }
  for (const [value, mappedId] of Object.entries(unitMap)) {
    await requireUnitToFill(transaction, rolesByName, caller, mappedId);
    if (unitId !== null && !(await isAtOrBelow(transaction, mappedId, unitId)))
      throw badRequest(say('providerUnitsOnly'), [
        {
          path: `body.unitMap.${value}`,
          ...say('chooseUnitOfProvider'),
        },
      ]);
  }
  await requireGrantable(transaction, caller, settings.newUserRoles, 'body.newUserRoles');
  const mapped = [...new Set(Object.values(settings.groupRoles))];
  await requireGrantable(transaction, caller, mapped, 'body.groupRoles');
}

/**
 * Sets the domains of the provider. New ones have to be verified before they count, unless a global master sets them.
 * @throws Problem 409 if a domain is verified for another provider, or for a unit outside the provider's
 */
export async function saveDomains(
  { clock }: ServiceContext,
  transaction: Queryable,
  caller: Caller,
  providerId: string,
  { unitId, emailDomains }: ProviderSettings,
): Promise<void> {
  const taken = await replaceDomains(
    transaction,
    { providerId },
    {
      domains: emailDomains.map((domain) => ({ domain, token: newSecret() })),
      approvedBy: mayApprove(caller) ? caller.userId : null,
      at: toTimestamp(clock()),
    },
  );
  if (taken.length > 0)
    throw conflict('domain_taken', say('domainOfProvider', { domain: taken.join(', ') }));
  // Otherwise a unit could send the users of another one to its own provider.
  const foreign =
    unitId === null ? [] : await domainsOfOtherUnits(transaction, unitId, emailDomains);
  if (foreign.length > 0)
    throw conflict('domain_taken', say('domainOfUnit', { domain: foreign.join(', ') }));
}

function addressErrors(
  { issuer, discovery, tokenIssuer, tenants, endpoints, idTokenAlgorithm }: ProviderSettings,
  hosts: readonly string[],
): FieldProblem[] {
  const errors: FieldProblem[] = [];
  for (const [name, address] of Object.entries({ issuer, ...endpoints })) {
    if (address === undefined) continue;
    const path = name === 'issuer' ? 'body.issuer' : `body.endpoints.${name}`;
    const message = addressError(new URL(address), hosts);
    if (message !== undefined) errors.push({ path, ...message });
  }
  if (/[?#]/.test(issuer)) errors.push({ path: 'body.issuer', ...say('issuerForm') });
  const part = withoutWellKnown(issuer);
  if (part !== issuer) errors.push({ path: 'body.issuer', ...say('issuerIsDocument', { part }) });
  const isOfTenants = hasTenants(tokenIssuer ?? '');
  if (isOfTenants && tenants.length === 0)
    errors.push({ path: 'body.tenants', ...say('listTenants') });
  if (discovery) return errors;
  const needed = ['authorization', 'token', ...(isSymmetric(idTokenAlgorithm) ? [] : ['jwks'])];
  for (const name of needed)
    if (endpoints[name as keyof typeof endpoints] === undefined)
      errors.push({
        path: `body.endpoints.${name}`,
        ...say('enterEndpoint'),
      });
  return errors;
}

function clientErrors({
  scopes,
  clientAuthentication,
  clientSecret,
  idTokenAlgorithm,
  claimMap,
  groupsForm,
  unitsForm,
}: ProviderSettings): FieldProblem[] {
  const errors: FieldProblem[] = [];
  if (!scopes.includes('openid'))
    errors.push({ path: 'body.scopes', ...say('openidScopeMissing') });
  if (scopes.some((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)))
    errors.push({ path: 'body.scopes', ...say('scopeForm') });
  if (clientAuthentication.startsWith('client_secret') && clientSecret === null)
    errors.push({ path: 'body.clientSecret', ...say('secretOrNone') });
  else if (isSymmetric(idTokenAlgorithm) && clientSecret === null)
    errors.push({ path: 'body.clientSecret', ...say('enterSecretForIdTokens') });
  for (const [name, form] of [
    ['groups', groupsForm],
    ['units', unitsForm],
  ] as const)
    if (claimMap[name] !== null && form.kind === 'OBJECTS' && form.property === null)
      errors.push({
        path: `body.${name}Form.property`,
        ...say('enterObjectProperty'),
      });
  return errors;
}

const isSymmetric = (algorithm: string | null) => algorithm?.startsWith('HS') ?? false;

/** The changed fields for an event; for the secret, only that it changed. */
export function differences(
  before: ProviderSettings,
  after: ProviderSettings,
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const old: Record<string, unknown> = {};
  const fresh: Record<string, unknown> = {};
  for (const name of Object.keys(after) as (keyof ProviderSettings)[]) {
    if (sameJson(before[name], after[name])) continue;
    old[nameInEvent(name)] = isSecret(name) ? secretState(before[name]) : before[name];
    fresh[nameInEvent(name)] = isSecret(name)
      ? secretState(after[name], before[name])
      : after[name];
  }
  return Object.keys(fresh).length === 0 ? undefined : { before: old, after: fresh };
}

/** All settings, as the event of a new provider shows them. */
export function shownInEvent({
  clientSecret,
  clientKey,
  unitId,
  ...settings
}: ProviderSettings): object {
  return {
    ...settings,
    organizationalUnitId: unitId,
    clientSecret: secretState(clientSecret),
    clientKey: secretState(clientKey),
  };
}

const isSecret = (name: keyof ProviderSettings): name is 'clientSecret' | 'clientKey' =>
  name === 'clientSecret' || name === 'clientKey';

const nameInEvent = (name: keyof ProviderSettings) =>
  name === 'unitId' ? 'organizationalUnitId' : name;

function secretState(secret: unknown, before: unknown = null): string | null {
  if (secret === null) return null;
  return before === null ? 'set' : 'changed';
}

/** Independent of the order of names in objects: jsonb does not preserve it. */
function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, sortedNames) === JSON.stringify(right, sortedNames);
}

const sortedNames = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

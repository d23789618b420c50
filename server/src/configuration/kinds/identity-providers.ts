import { asciiDomain } from '@annals/contracts/email-address';
import * as z from 'zod/mini';
import {
  changeIdentityProvider,
  createIdentityProvider,
  deleteIdentityProvider,
} from '@annals/contracts/identity-providers';
import { text } from '@annals/contracts/fields';
import { defaultProviderSettings } from '@annals/rules/provider-settings';
import type { Apply } from '../apply.ts';
import {
  changedFields,
  entriesOf,
  fieldChanges,
  pickDefined,
  kindOf,
  leaveOrRemove,
  only,
  removalsOf,
  requireNamed,
  sortedOnce,
  type Change,
  type SecretReference,
} from '../kind.ts';
import type { Provider } from '../state.ts';
import { complete, secretReference, unitPath } from './shared-fields.ts';

const {
  name: _name,
  clientSecret: _clientSecret,
  clientKey: _clientKey,
  newUserOrganizationalUnitId: _newUnit,
  ...settings
} = createIdentityProvider.body.shape;
const providerFile = z.strictObject({
  kind: z.literal('identity-providers'),
  complete,
  identityProviders: z.record(
    text(1, 200),
    z.strictObject({
      ...settings,
      unit: z.optional(z.nullable(unitPath)),
      newUserUnit: z.optional(z.nullable(unitPath)),
      /** Values of the claim for the units, and the paths of the units. */
      unitMap: z.optional(z.record(text(1, 200), unitPath)),
      clientSecret: z.optional(secretReference),
    }),
  ),
});
type ProviderFile = z.infer<typeof providerFile>;
type ProviderEntry = ProviderFile['identityProviders'][string];

/** As the service creates it. */
const newProvider = (name: string, { issuer, clientId, clientSecret }: ProviderEntry): Provider => {
  const hasSecret = clientSecret !== undefined;
  return {
    ...defaultProviderSettings(name, { issuer, clientId, hasSecret }),
    unit: null,
    endpoints: {},
    unitMap: {},
    newUserUnit: null,
    hasClientSecret: hasSecret,
  };
};

/** Services that sign users in by OpenID Connect. */
export const identityProviders = kindOf<ProviderFile>({
  kind: 'identity-providers',
  schema: providerFile,

  merge(files, merging) {
    const { draft, problems, secrets } = merging;
    const entries = entriesOf(files, 'identityProviders', merging, 'identityProviders');
    for (const { name, thing, at } of entries) {
      const { clientSecret, ...fields } = thing;
      const before = draft.identityProviders.get(name);
      const merged = { ...(before ?? newProvider(name, thing)), ...pickDefined(fields) };
      const provider: Provider = {
        ...merged,
        endpoints: pickDefined(merged.endpoints),
        scopes: [...new Set(merged.scopes)],
        emailDomains: sortedOnce(
          merged.emailDomains.map((domain) => asciiDomain(domain) ?? domain),
        ),
        newUserRoles: sortedOnce(merged.newUserRoles),
        hasClientSecret: merged.hasClientSecret || clientSecret !== undefined,
      };
      draft.identityProviders.set(name, provider);
      if (clientSecret !== undefined)
        secrets.set(name, { reference: clientSecret, place: at('clientSecret') });
      if (provider.clientAuthentication.startsWith('client_secret') && !provider.hasClientSecret)
        problems.add(
          at('clientAuthentication'),
          'Name the clientSecret as env:NAME or file:path, or use none as clientAuthentication.',
        );
      const roles = [...provider.newUserRoles, ...Object.values(provider.groupRoles)];
      requireNamed(roles, draft.roles, 'role', at('groupRoles'), problems);
      requireNamed(Object.values(provider.unitMap), draft.units, 'unit', at('unitMap'), problems);
      for (const field of ['unit', 'newUserUnit'] as const) {
        const unit = thing[field];
        if (unit != null) requireNamed([unit], draft.units, 'unit', at(field), problems);
      }
    }
    const named = new Set(entries.map(({ name }) => name));
    leaveOrRemove(files, named, draft.identityProviders, 'Identity providers', merging);
  },

  changes({ current, wanted, secrets, renewsSecrets }) {
    return [...wanted.identityProviders].flatMap(([name, provider]): Change[] => {
      const before = current.configuration.identityProviders.get(name);
      const secret = secrets.get(name);
      const setsSecret = secret && (renewsSecrets || before?.hasClientSecret !== true);
      const details = before ? fieldChanges(before, provider) : [`issuer: ${provider.issuer}`];
      if (setsSecret && before?.hasClientSecret)
        details.push(`clientSecret: set again from ${secret.reference}`);
      if (before && details.length === 0) return [];
      return [
        {
          action: before ? 'CHANGE' : 'CREATE',
          kind: 'identity provider',
          name,
          sentence: before
            ? `Changes the identity provider ${name}.`
            : `Creates the identity provider ${name}.`,
          details,
          secrets: setsSecret ? [secret] : [],
          run: (apply) => save(apply, name, { before, provider, secret: setsSecret && secret }),
        },
      ];
    });
  },

  removals: ({ current, wanted }) =>
    removalsOf(current.configuration.identityProviders, wanted.identityProviders, (name) => ({
      kind: 'identity provider',
      name,
      sentence: `Deletes the identity provider ${name} and unlinks its accounts.`,
      async run({ write, current: { identityProviders: known } }) {
        const { id: identityProviderId = '', version } = known.get(name) ?? {};
        await write(deleteIdentityProvider, { params: { identityProviderId } }, version);
      },
    })),

  write({ configuration }) {
    const shown = [...configuration.identityProviders].map(
      ([name, { hasClientSecret, ...provider }]) => [
        name,
        hasClientSecret ? { ...provider, clientSecret: environmentOf(name) } : provider,
      ],
    );
    return [
      {
        name: 'identity-providers.yaml',
        comment:
          'Secrets are never written here: clientSecret names where the secret is, env:NAME or file:path.',
        content: {
          kind: 'identity-providers',
          complete: false,
          identityProviders: Object.fromEntries(shown) as object,
        },
      },
    ];
  },
});

const environmentOf = (name: string) =>
  `env:ANNALS_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_CLIENT_SECRET`;

async function save(
  apply: Apply,
  name: string,
  {
    before,
    provider,
    secret,
  }: {
    before: Provider | undefined;
    provider: Provider;
    secret: SecretReference | false | undefined;
  },
): Promise<void> {
  const { unit, newUserUnit, unitMap, hasClientSecret: _, ...fields } = provider;
  const changed: readonly string[] = before
    ? changedFields(before, provider)
    : Object.keys(provider);
  const body = {
    ...only(fields, changed),
    ...(changed.includes('newUserUnit')
      ? { newUserOrganizationalUnitId: apply.unitId(newUserUnit) }
      : {}),
    ...(changed.includes('unitMap')
      ? {
          unitMap: Object.fromEntries(
            Object.entries(unitMap).map(([value, path]) => [value, apply.unitId(path)]),
          ),
        }
      : {}),
    ...(secret ? { clientSecret: apply.secret(secret) } : {}),
  };
  const known = apply.current.identityProviders;
  if (before) {
    const { id: identityProviderId = '', version } = known.get(name) ?? {};
    const moved = changed.includes('unit') ? { organizationalUnitId: apply.unitId(unit) } : {};
    await apply.write(
      changeIdentityProvider,
      { params: { identityProviderId }, body: { ...body, ...moved } },
      version,
    );
    return;
  }
  const { issuer, clientId } = provider;
  const query = unit === null ? {} : { organizationalUnitId: apply.unitId(unit) };
  const made = await apply.write(createIdentityProvider, {
    query,
    body: { ...body, name, issuer, clientId },
  });
  known.set(name, { id: made.id, version: made.version });
}

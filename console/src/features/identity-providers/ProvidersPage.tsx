import { IconPlus } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { IdentityProvider } from '../../platform/api/things.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { domainsInLine } from '../../domain/email-domains/DomainState.tsx';
import {
  useEmailDomainTexts,
  type EmailDomainTexts,
} from '../../domain/email-domains/email-domains.texts.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { count, date, derived, text, type ListColumn } from '../../ui/list/columns.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useMayOfferPage } from '../../domain/permissions/may-open.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { labelFor } from '../../ui/states/label-for.ts';
import { ProviderState } from './ProviderState.tsx';
import { providersList, include } from './identity-providers.queries.ts';
import { useProviderTexts, type ProviderTexts } from './providers.texts.ts';

/** The identity providers that users can sign in with. */
export function ProvidersPage() {
  const t = useProviderTexts();
  const domainTexts = useEmailDomainTexts();
  const router = useRouter();
  const list = useListState(providersList);
  const providers = useListQuery(providersList.query(list.request, { query: { include } }));
  const mayOffer = useMayOfferPage();
  const mayCreate = useMay('identity-providers:write');
  const columns = useMemo(() => columnsOf(t, domainTexts), [t, domainTexts]);
  const create = mayCreate && (
    <ResponsiveButton
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      data-shortcut="n"
      onClick={() => router.history.push(pathTo('v1-identity-providers-new'))}
    >
      {t.newProvider}
    </ResponsiveButton>
  );
  return (
    <>
      <PageHeader
        title={t.providers}
        action={
          <>
            {mayOffer('v1-sign-in-rules') && (
              <PathLink to={pathTo('v1-sign-in-rules')}>{t.signInRules}</PathLink>
            )}
            {create}
          </>
        }
      />
      <DataList
        list={list}
        query={providers}
        label={t.providers}
        columns={columns}
        search={t.search}
        rowId={(provider) => provider.id}
        rowPath={({ id }) => pathTo('v1-identity-providers-idpId', { idpId: id })}
        none={{ title: t.noProviders, hint: t.noProvidersHint, action: create }}
      />
    </>
  );
}

function columnsOf(
  t: ProviderTexts,
  domainTexts: EmailDomainTexts,
): ListColumn<IdentityProvider>[] {
  return [
    text('name', t.name, { render: (provider) => shownName(provider.name, provider.id) }),
    derived(
      'enabled',
      t.state,
      ({ enabled }) => (enabled === undefined ? undefined : enabled ? t.enabled : t.disabled),
      { render: (provider) => <ProviderState provider={provider} />, width: '130px' },
    ),
    derived('unit', t.unit, (provider) => provider.organizationalUnit?.name, {
      render: ({ organizationalUnit: unit }) =>
        unit === null ? t.everybody : unit && shownName(unit.name, unit.id),
      width: '18%',
      needsRoom: true,
    }),
    text('protocol', t.protocol, {
      render: ({ protocol }) => protocol && labelFor(t.protocols, protocol),
      width: '150px',
      needsRoom: true,
    }),
    derived('emailDomains', t.domains, (provider) => domainsInLine(provider, domainTexts), {
      width: '18%',
      needsRoom: true,
    }),
    count('userCount', t.users, { width: '100px' }),
    date('lastSignInDate', t.lastSignIn, { never: t.never }),
  ];
}

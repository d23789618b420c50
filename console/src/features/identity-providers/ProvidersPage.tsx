import { IconPlus } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { IdentityProvider } from '@annals/contracts/identity-providers';
import { ResponsiveButton } from '../../shared/buttons/ResponsiveButton.tsx';
import { shortenId } from '../../shared/ids/shorten-id.ts';
import { pathTo } from '../../shared/links.ts';
import { DataList } from '../../shared/list/DataList.tsx';
import type { ListColumn } from '../../shared/list/list-columns.ts';
import { useListQuery } from '../../shared/list/useListQuery.ts';
import { useListState } from '../../shared/list/useListState.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { useMay } from '../../shared/permissions/my-permissions.ts';
import { wordFor } from '../../shared/states/word-for.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import { ProviderState } from './ProviderState.tsx';
import { providersList, providersQuery } from './providers.queries.ts';
import { type ProviderTexts, useProviderTexts } from './providers.texts.ts';

/** The identity providers people may sign in with. */
export function ProvidersPage() {
  const t = useProviderTexts();
  const router = useRouter();
  const list = useListState(providersList);
  const providers = useListQuery(providersQuery(list.request));
  const mayCreate = useMay('identity-providers:write');
  const columns = useMemo(() => columnsOf(t), [t]);
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
      <PageHeader title={t.providers} action={create} />
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

function columnsOf(t: ProviderTexts): ListColumn<IdentityProvider>[] {
  return [
    {
      id: 'name',
      header: t.name,
      value: (provider) => provider.name,
      cell: (provider) => provider.name ?? shortenId(provider.id),
    },
    {
      id: 'enabled',
      header: t.state,
      value: ({ enabled }) =>
        enabled === undefined ? undefined : enabled ? t.enabled : t.disabled,
      cell: (provider) => <ProviderState provider={provider} />,
      width: '130px',
    },
    {
      id: 'unit',
      header: t.unit,
      value: (provider) => provider.organizationalUnit?.name,
      cell: ({ organizationalUnit: unit }) =>
        unit === null ? t.everybody : (unit?.name ?? (unit && shortenId(unit.id))),
      width: '18%',
    },
    {
      id: 'protocol',
      header: t.protocol,
      value: (provider) => provider.protocol,
      cell: ({ protocol }) => protocol && wordFor(t.protocols, protocol),
      width: '150px',
    },
    {
      id: 'emailDomains',
      header: t.domains,
      value: (provider) => provider.emailDomains?.join(', '),
      cell: (provider) => provider.emailDomains?.join(', '),
      width: '18%',
    },
    {
      id: 'userCount',
      header: t.users,
      value: (provider) => provider.userCount,
      cell: (provider) => provider.userCount,
      align: 'end',
      width: '100px',
    },
    {
      id: 'lastSignInDate',
      header: t.lastSignIn,
      value: (provider) => provider.lastSignInDate,
      cell: ({ lastSignInDate }) =>
        lastSignInDate === null ? t.never : <Moment value={lastSignInDate} />,
      width: '150px',
    },
  ];
}

import { listEvents } from '@annals/contracts/events';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { changeIdentityProvider, startProviderTrial } from '@annals/contracts/identity-providers';
import type { IdentityProvider } from '../../platform/api/things.ts';
import { visibleText } from '../../ui/ids/display-names.ts';
import { call } from '../../platform/api/call.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { EventHistory } from '../../domain/history/EventHistory.tsx';
import { Id } from '../../ui/ids/Id.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { Tabs } from '../../ui/tabs/Tabs.tsx';
import { ProviderFrame } from './ProviderFrame.tsx';
import { ProviderActions } from './ProviderActions.tsx';
import { ProviderOverview } from './ProviderOverview.tsx';
import { ProviderState } from './ProviderState.tsx';
import { invalidateProviders, providerQuery } from './identity-providers.queries.ts';
import { useProviderTexts } from './providers.texts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

const TestProvider = lazyNamed(() => import('./TestProvider.tsx'), 'TestProvider');

/** One identity provider: configuration, test, history. */
export function ProviderPage() {
  const { idpId } = useParams({ from: '/v1/identity-providers/$idpId' });
  return (
    <ProviderFrame beside={<Id value={idpId} />}>
      <ProviderDetails idpId={idpId} />
    </ProviderFrame>
  );
}

function ProviderDetails({ idpId }: { idpId: string }) {
  const t = useProviderTexts();
  const query = useSuspenseQuery(providerQuery(idpId));
  const provider = query.data;
  const name = visibleText(provider.name) ?? t.provider;
  const mayWrite = useMay('identity-providers:write') && provider.mayChange !== false;
  const enable = useSingleMutation({
    mutationFn: () =>
      call(changeIdentityProvider, {
        params: { identityProviderId: idpId },
        body: { enabled: true },
      }),
    onSuccess: () => {
      showToast({ message: t.enabledToast(name) });
      void invalidateProviders();
    },
  });
  return (
    <>
      <PageHeader
        title={name}
        query={query}
        beside={
          <>
            <ProviderState provider={provider} />
            <Id value={idpId} />
          </>
        }
        action={
          mayWrite && (
            <ProviderActions
              provider={provider}
              enabling={enable.isPending}
              onEnable={() => enable.mutate()}
            />
          )
        }
      />
      {enable.error && <ErrorPanel title={t.notChanged} error={enable.error} />}
      <ProviderTabs provider={provider} mayWrite={mayWrite} />
    </>
  );
}

function ProviderTabs({ provider, mayWrite }: { provider: IdentityProvider; mayWrite: boolean }) {
  const t = useProviderTexts();
  const overview = <ProviderOverview provider={provider} mayWrite={mayWrite} />;
  const test = {
    id: 'test',
    needs: startProviderTrial,
    name: t.test,
    keep: true,
    content: <TestProvider provider={provider} />,
  };
  return (
    <Tabs
      label={t.provider}
      tabs={[
        {
          id: 'overview',
          name: t.overview,
          content: overview,
        },
        ...(mayWrite ? [test] : []),
        {
          id: 'history',
          needs: listEvents,
          name: t.history,
          content: <EventHistory subject={`identityProvider/${provider.id}`} title={t.history} />,
        },
      ]}
    />
  );
}

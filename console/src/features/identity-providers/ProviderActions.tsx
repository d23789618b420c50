import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import {
  changeIdentityProvider,
  type IdentityProvider,
} from '@annals/contracts/identity-providers';
import { call } from '../../api/call.ts';
import { ResponsiveButton } from '../../shared/buttons/ResponsiveButton.tsx';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { showToast } from '../../shared/feedback/toasts.ts';
import { pathTo } from '../../shared/links.ts';
import { forgetProviders } from './providers.queries.ts';
import { useProviderTexts } from './providers.texts.ts';

const loadConfirm = () => import('./ConfirmProvider.tsx');
const DisableProvider = lazy(async () => ({ default: (await loadConfirm()).DisableProvider }));
const RemoveProvider = lazy(async () => ({ default: (await loadConfirm()).RemoveProvider }));

/** What can be done with a provider as a whole. */
export function ProviderActions({ provider }: { provider: IdentityProvider }) {
  const t = useProviderTexts();
  const router = useRouter();
  const [asking, setAsking] = useState<'disable' | 'remove'>();
  const enable = useMutation({
    mutationFn: () =>
      call(changeIdentityProvider, {
        params: { identityProviderId: provider.id },
        body: { enabled: true },
      }),
    onSuccess: () => {
      showToast({ message: t.enabledToast(provider.name ?? '') });
      void forgetProviders();
    },
  });
  const close = () => setAsking(undefined);
  return (
    <>
      {enable.error && <ErrorPanel error={enable.error} />}
      <Button
        variant="default"
        onClick={() => setAsking('remove')}
        onPointerEnter={() => void loadConfirm()}
      >
        {t.remove}
      </Button>
      {provider.enabled === true ? (
        <Button
          variant="default"
          onClick={() => setAsking('disable')}
          onPointerEnter={() => void loadConfirm()}
        >
          {t.disable}
        </Button>
      ) : (
        <Button variant="default" loading={enable.isPending} onClick={() => enable.mutate()}>
          {t.enable}
        </Button>
      )}
      <ResponsiveButton
        icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
        onClick={() =>
          router.history.push(pathTo('v1-identity-providers-idpId-edit', { idpId: provider.id }))
        }
      >
        {t.edit}
      </ResponsiveButton>
      <Suspense>
        {asking === 'disable' && <DisableProvider provider={provider} onClose={close} />}
        {asking === 'remove' && <RemoveProvider provider={provider} onClose={close} />}
      </Suspense>
    </>
  );
}

import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { deleteIdentityProvider } from '@annals/contracts/identity-providers';
import type { IdentityProvider } from '../../platform/api/things.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { Offered } from '../../domain/permissions/Offered.tsx';
import { useProviderTexts } from './providers.texts.ts';

const loadConfirm = () => import('./ConfirmProvider.tsx');
const DisableProvider = lazyNamed(loadConfirm, 'DisableProvider');
const RemoveProvider = lazyNamed(loadConfirm, 'RemoveProvider');

interface ProviderActionsProps {
  provider: IdentityProvider;
  onEnable: () => void;
  enabling: boolean;
}

/** The actions on a provider. */
export function ProviderActions({ provider, onEnable, enabling }: ProviderActionsProps) {
  const t = useProviderTexts();
  const router = useRouter();
  const [asking, setAsking] = useState<'disable' | 'remove'>();
  const close = () => setAsking(undefined);
  return (
    <>
      <Offered needs={deleteIdentityProvider}>
        <Button
          variant="default"
          onClick={() => setAsking('remove')}
          onPointerEnter={() => void loadConfirm()}
          onFocus={() => void loadConfirm()}
        >
          {t.remove}
        </Button>
      </Offered>
      {provider.enabled === true && (
        <Button
          variant="default"
          onClick={() => setAsking('disable')}
          onPointerEnter={() => void loadConfirm()}
          onFocus={() => void loadConfirm()}
        >
          {t.disable}
        </Button>
      )}
      {provider.enabled === false && (
        <Button variant="default" loading={enabling} onClick={onEnable}>
          {t.enable}
        </Button>
      )}
      <ResponsiveButton
        icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
        data-shortcut="e"
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

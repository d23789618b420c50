import { useRouter } from '@tanstack/react-router';
import {
  changeIdentityProvider,
  deleteIdentityProvider,
} from '@annals/contracts/identity-providers';
import type { IdentityProvider } from '../../platform/api/things.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { call } from '../../platform/api/call.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { showUndo } from '../../ui/feedback/undo.ts';
import { pathTo } from '../../platform/links.ts';
import { invalidateProviders } from './identity-providers.queries.ts';
import { useProviderTexts } from './providers.texts.ts';

interface ConfirmProviderProps {
  provider: IdentityProvider;
  onClose: () => void;
}

export function DisableProvider({ provider, onClose }: ConfirmProviderProps) {
  const t = useProviderTexts();
  const name = shownName(provider.name, provider.id);
  const switchTo = (enabled: boolean) =>
    call(changeIdentityProvider, {
      params: { identityProviderId: provider.id },
      body: { enabled },
    });
  return (
    <ConfirmDialog
      title={t.disableTitle(name)}
      question={t.disableQuestion}
      {...(provider.userCount && { touches: [t.disableTouches(provider.userCount)] })}
      confirm={t.disable}
      failed={t.notChanged}
      danger
      act={() => switchTo(false)}
      onDone={() => {
        void invalidateProviders();
        showUndo(t.disabledToast(name), async () => {
          await switchTo(true);
          await invalidateProviders();
        });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function RemoveProvider({ provider, onClose }: ConfirmProviderProps) {
  const t = useProviderTexts();
  const router = useRouter();
  const name = shownName(provider.name, provider.id);
  return (
    <ConfirmDialog
      title={t.removeTitle(name)}
      question={t.removeQuestion}
      {...(provider.userCount && { touches: [t.disableTouches(provider.userCount)] })}
      typeName={name}
      confirm={t.remove}
      failed={t.notRemoved}
      danger
      act={() => call(deleteIdentityProvider, { params: { identityProviderId: provider.id } })}
      onDone={() => {
        showToast({ message: t.removed(name) });
        router.history.push(pathTo('v1-identity-providers'));
        void invalidateProviders();
      }}
      onClose={onClose}
    />
  );
}

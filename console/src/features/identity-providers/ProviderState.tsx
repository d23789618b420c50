import type { IdentityProvider } from '../../api/things.ts';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
import { useProviderTexts } from './providers.texts.ts';

/** Whether the provider is enabled; empty if the service does not report it. */
export function ProviderState({ provider: { enabled } }: { provider: IdentityProvider }) {
  const t = useProviderTexts();
  if (enabled === undefined) return null;
  return (
    <StatusBadge tone={enabled ? 'good' : 'off'}>{enabled ? t.enabled : t.disabled}</StatusBadge>
  );
}

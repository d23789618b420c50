import type { IdentityProvider } from '../../platform/api/things.ts';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { useProviderTexts } from './providers.texts.ts';

/** Whether the provider is enabled; empty if the service does not report it. */
export function ProviderState({ provider: { enabled } }: { provider: IdentityProvider }) {
  const t = useProviderTexts();
  if (enabled === undefined) return null;
  return (
    <StatusBadge tone={enabled ? 'good' : 'off'}>{enabled ? t.enabled : t.disabled}</StatusBadge>
  );
}

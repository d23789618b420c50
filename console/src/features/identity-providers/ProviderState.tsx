import type { IdentityProvider } from '../../platform/api/things.ts';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { useProviderTexts } from './providers.texts.ts';

/** Whether the provider is enabled, and whether all it sent could be used; empty if the service does not report it. */
export function ProviderState({
  provider: { enabled, unreadUserCount = 0 },
}: {
  provider: IdentityProvider;
}) {
  const t = useProviderTexts();
  if (enabled === undefined) return null;
  if (enabled && unreadUserCount > 0)
    return <StatusBadge tone="waiting">{t.enabledUnread}</StatusBadge>;
  return (
    <StatusBadge tone={enabled ? 'good' : 'off'}>{enabled ? t.enabled : t.disabled}</StatusBadge>
  );
}

import { listAliasUrls, changeAliasUrl } from '@annals/contracts/alias-urls';
import type { AliasUrl } from '../../platform/api/things.ts';
import { invalidate } from '../../platform/api/query.ts';
import { showFailure, showToast } from '../../ui/feedback/toasts.ts';
import { showUndo } from '../../ui/feedback/undo.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { deactivate, reactivate } from './alias-urls.queries.ts';
import { useAliasTexts } from './alias-urls.texts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

const tones = { ACTIVE: 'good', INACTIVE: 'off', EXPIRED: 'off', BLOCKED: 'waiting' } as const;

/** Empty where the service reports no state. */
export function AliasStateBadge({ alias }: { alias: AliasUrl }) {
  const { states } = useAliasTexts();
  const state = stateOf(alias);
  return state && <StatusBadge tone={tones[state]}>{states[state]}</StatusBadge>;
}

/**
 * BLOCKED means that the host of the URL is no longer allowed; only our own service reports it. Undefined if no
 * state is reported.
 */
export type AliasState = 'ACTIVE' | 'INACTIVE' | 'EXPIRED' | 'BLOCKED' | undefined;

export function stateOf(alias: AliasUrl): AliasState {
  const { active, deactivatedDate, expiryDate, target, version } = alias;
  if (active === true) return 'ACTIVE';
  if (deactivatedDate) return 'INACTIVE';
  // The clock of a service may differ from that of the browser: a date alone says nothing about the state.
  if (active === undefined) return undefined;
  if (expiryDate && Date.parse(expiryDate) <= Date.now()) return 'EXPIRED';
  const isOurs = version !== undefined && deactivatedDate === null;
  return isOurs && target?.kind === 'URL' ? 'BLOCKED' : 'INACTIVE';
}

export const aliasPath = (alias: string) => `/a/${encodeURIComponent(alias)}`;

/** The absolute URL to share. */
export const aliasAddress = (alias: string) => `${window.location.origin}${aliasPath(alias)}`;

/** Deactivates or reactivates an alias, with undo. */
export function useAliasToggle() {
  const t = useAliasTexts();
  const mayChangeAll = useCapability(changeAliasUrl);
  const set = async (alias: AliasUrl, active: boolean) => {
    await (active ? reactivate(alias) : deactivate(alias));
    // Not awaited: a look-up that is late would hold back what has been done.
    void invalidate(listAliasUrls);
  };
  return useSingleMutation({
    mutationFn: ({ alias, active }: { alias: AliasUrl; active: boolean }) => set(alias, active),
    onSuccess: (_done, { alias, active }) => {
      const message = active ? t.reactivated(alias.alias) : t.deactivated(alias.alias);
      if (!mayChangeAll) showToast({ message });
      else showUndo(message, () => set(alias, !active));
    },
    onError: (error, { alias, active }) =>
      showFailure(active ? t.notReactivated(alias.alias) : t.notDeactivated(alias.alias), error),
  });
}

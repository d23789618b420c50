import { useMutation } from '@tanstack/react-query';
import { type AliasUrl, listAliasUrls } from '@annals/contracts/alias-urls';
import { invalidate } from '../../api/query.ts';
import { showFailure, showToast } from '../../shared/feedback/toasts.ts';
import { showUndo } from '../../shared/feedback/undo.ts';
import { stateOf } from './alias-state.ts';
import { deactivate, reactivate } from './alias-urls.queries.ts';
import { useAliasTexts } from './alias-urls.texts.ts';

/** Lets an alias lead nowhere, or to its target again, with a way to take it back. */
export function useAliasToggle() {
  const t = useAliasTexts();
  const set = async (alias: AliasUrl, active: boolean) => {
    await (active ? reactivate(alias) : deactivate(alias));
    await invalidate(listAliasUrls);
  };
  return useMutation({
    mutationFn: ({ alias, active }: { alias: AliasUrl; active: boolean }) => set(alias, active),
    onSuccess: (_done, { alias, active }) => {
      const message = active ? t.reactivated(alias.alias) : t.deactivated(alias.alias);
      // a service that tells no state knows no way back
      if (stateOf(alias) === undefined) showToast({ message });
      else showUndo(message, () => set(alias, !active));
    },
    onError: (error, { alias, active }) =>
      showFailure(active ? t.notReactivated(alias.alias) : t.notDeactivated(alias.alias), error),
  });
}

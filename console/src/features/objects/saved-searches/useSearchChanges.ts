import { useState } from 'react';
import type {
  SavedSearch,
  SavedSearchKind,
  SavedSearchView,
} from '@annals/contracts/saved-searches';
import { useErrorMessage } from '../../../ui/feedback/error-message.ts';
import { showUndo } from '../../../ui/feedback/undo.ts';
import { copyText } from '../../../ui/ids/copy-text.ts';
import { changeSearch, removeSearch, saveSearch } from './saved-searches.queries.ts';
import { useSavedSearchTexts } from './saved-searches.texts.ts';

/** What can be done with the saved searches of a list, and what was last done or refused. */
export function useSearchChanges(partitionId: string, kind: SavedSearchKind) {
  const t = useSavedSearchTexts();
  const errorMessage = useErrorMessage();
  const [message, setMessage] = useState<string>();
  const [problem, setProblem] = useState<string>();

  /** Returns the result, or undefined after reporting why it failed. */
  async function run<Result>(change: Promise<Result>, done: string) {
    setProblem(undefined);
    setMessage(undefined);
    try {
      const result = await change;
      setMessage(done);
      return { result };
    } catch (failure) {
      setProblem(errorMessage(failure));
      return undefined;
    }
  }

  return {
    message,
    problem,
    setProblem,
    /** Returns the id; undefined if it was not saved. */
    save: async (search: {
      name: string;
      shared: boolean;
      query: string;
      view: SavedSearchView;
    }): Promise<string | undefined> =>
      (await run(saveSearch(partitionId, { kind, ...search }), t.isSaved(search.name)))?.result.id,
    change: async (
      search: SavedSearch,
      change: Parameters<typeof changeSearch>[1],
      done: string,
    ): Promise<boolean> => (await run(changeSearch(search, change), done)) !== undefined,
    /** @param isMine whether the user can bring it back. Returns whether it was removed. */
    remove: async (search: SavedSearch, isMine: boolean): Promise<boolean> => {
      const { name, query, view, shared } = search;
      if (!(await run(removeSearch(search), t.deleted(name)))) return false;
      if (isMine)
        showUndo(t.deleted(name), async () =>
          saveSearch(partitionId, { name, kind, query, view, shared }),
        );
      return true;
    },
    copy: async (address: string): Promise<void> => {
      const isCopied = await copyText(address);
      setProblem(isCopied ? undefined : t.notCopied);
      setMessage(isCopied ? t.copied : undefined);
    },
  };
}

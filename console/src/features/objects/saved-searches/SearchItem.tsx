import { IconUsers } from '@tabler/icons-react';
import { maxSearchNameLength, type SavedSearch } from '@annals/contracts/saved-searches';
import { shownName } from '../../../ui/ids/display-names.ts';
import { SavedViewItem } from '../../../ui/list/SavedViewItem.tsx';
import type { changeSearch } from './saved-searches.queries.ts';
import { useSavedSearchTexts } from './saved-searches.texts.ts';
import classes from './SavedSearches.module.css';

export interface SearchRights {
  isMine: boolean;
  mayShare: boolean;
  mayDelete: boolean;
}

interface SearchItemProps {
  search: SavedSearch;
  rights: SearchRights;
  isCurrent: boolean;
  changed: boolean;
  isTaken: (name: string) => boolean;
  onShow: () => void;
  /** Returns whether the change was saved, after reporting the result. */
  onChange: (change: Parameters<typeof changeSearch>[1], done: string) => Promise<boolean>;
  onDelete: () => void;
}

/** A saved search with what the user may do with it. */
export function SearchItem({
  search,
  rights: { isMine, mayShare, mayDelete },
  isCurrent,
  changed,
  isTaken,
  onShow,
  onChange,
  onDelete,
}: SearchItemProps) {
  const t = useSavedSearchTexts();
  const author = shownName(search.userName, search.userId);
  const sharing = isMine ? (search.shared ? t.shared : undefined) : t.sharedBy(author);
  return (
    <SavedViewItem
      name={search.name}
      maxNameLength={maxSearchNameLength}
      about={
        <>
          {sharing !== undefined && `${sharing} · `}
          <span className={classes.query}>{search.query || t.everything}</span>
        </>
      }
      isCurrent={isCurrent}
      changed={changed}
      isTaken={isTaken}
      onShow={onShow}
      toggle={
        mayShare
          ? {
              icon: IconUsers,
              label: t.share(search.name),
              isOn: search.shared,
              onChange: (isOn) =>
                void onChange(
                  { shared: isOn },
                  isOn ? t.nowShared(search.name) : t.noLongerShared(search.name),
                ),
            }
          : undefined
      }
      onRename={
        isMine ? async (wanted) => onChange({ name: wanted }, t.renamed(wanted)) : undefined
      }
      onDelete={mayDelete ? onDelete : undefined}
    />
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SavedSearch } from '@annals/contracts/saved-searches';
import type { changeSearch } from './saved-searches.queries.ts';
import { useSavedSearchTexts } from './saved-searches.texts.ts';
import classes from './SavedSearches.module.css';
import { SearchItem, type SearchRights } from './SearchItem.tsx';

interface SearchGroupProps {
  heading: string;
  searches: readonly SavedSearch[];
  /** The one that is shown or was shown last. */
  currentId: string | undefined;
  changed: boolean;
  rightsIn: (search: SavedSearch) => SearchRights;
  isTaken: (name: string, but: SavedSearch) => boolean;
  onShow: (search: SavedSearch) => void;
  /** Returns whether the change was saved, after reporting the result. */
  onChange: (
    search: SavedSearch,
    change: Parameters<typeof changeSearch>[1],
    done: string,
  ) => Promise<boolean>;
  onRemove: (search: SavedSearch) => void;
}

/** Searches under a heading. That others lose a shared one too has to be confirmed. */
export function SearchGroup(props: SearchGroupProps) {
  const { heading, searches, currentId, changed, rightsIn, isTaken, onRemove } = props;
  const t = useSavedSearchTexts();
  const [removing, setRemoving] = useState<SavedSearch>();
  if (searches.length === 0) return null;
  return (
    <div>
      <p className={classes.group}>{heading}</p>
      <ul className={classes.list} aria-label={heading}>
        {searches.map((search) =>
          removing === search ? (
            <li key={search.id} className={classes.ask}>
              <span>{t.deleteForAll(search.name)}</span>
              <Button
                size="xs"
                color="red"
                onClick={() => {
                  setRemoving(undefined);
                  onRemove(search);
                }}
              >
                {t.delete}
              </Button>
              <Button size="xs" variant="default" onClick={() => setRemoving(undefined)}>
                {t.cancel}
              </Button>
            </li>
          ) : (
            <SearchItem
              key={search.id}
              search={search}
              rights={rightsIn(search)}
              isCurrent={search.id === currentId}
              changed={changed}
              isTaken={(wanted) => isTaken(wanted, search)}
              onShow={() => props.onShow(search)}
              onChange={async (change, done) => props.onChange(search, change, done)}
              onDelete={() => (search.shared ? setRemoving(search) : onRemove(search))}
            />
          ),
        )}
      </ul>
    </div>
  );
}

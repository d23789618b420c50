import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense } from 'react';
import { listSavedSearches, type SavedSearchKind } from '@annals/contracts/saved-searches';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import type { ListState } from '../../../ui/list/useListState.ts';
import { Offered } from '../../../domain/permissions/Offered.tsx';
import { PopoverPanel } from '../../../ui/popover/PopoverPanel.tsx';
import { usePopover } from '../../../ui/popover/usePopover.ts';
import { useSavedSearchTexts } from './saved-searches.texts.ts';
import classes from './SavedSearches.module.css';

const SavedSearches = lazyNamed(() => import('./SavedSearches.tsx'), 'SavedSearches');

interface SavedSearchesButtonProps<Filter extends string> {
  partitionId: string;
  kind: SavedSearchKind;
  /** The current query. */
  query: string;
  list: ListState<Filter>;
}

/** Opens the saved searches of a list: the user's own, and those shared in the partition. */
export function SavedSearchesButton<Filter extends string>(
  props: SavedSearchesButtonProps<Filter>,
) {
  const t = useSavedSearchTexts();
  const popover = usePopover('end');
  return (
    <Offered needs={listSavedSearches}>
      <Button
        variant="default"
        className={classes.button ?? ''}
        aria-label={t.searches}
        title={t.saved}
        {...SavedSearches.onApproach}
        {...popover.buttonProps}
      >
        <IconBookmark size={18} stroke={1.75} aria-hidden />
      </Button>
      <PopoverPanel popover={popover.panel} label={t.saved} className={classes.panel}>
        <Suspense>
          <SavedSearches {...props} onClose={popover.close} />
        </Suspense>
      </PopoverPanel>
    </Offered>
  );
}

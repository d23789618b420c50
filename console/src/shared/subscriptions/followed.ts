import type { SavedSearchKind } from '@annals/contracts/saved-searches';
import type { Referenced } from '../pickers/ReferencedPicker.tsx';

/** What a person wants to be told of: an object or a search. */
export type Followed = {
  partitionId: string;
  /** The fields that are proposed; left out: any. */
  paths?: readonly string[];
} & (
  | { timelineId: string; title: string }
  | {
      timelineId?: never;
      query: string;
      searched: SavedSearchKind;
      /** To which what is found refers. */
      references?: readonly Referenced[];
    }
);

import type { SavedSearchKind } from '@annals/contracts/saved-searches';
import type { Referenced } from '../pickers/ReferencedPicker.tsx';

/** The subject of a subscription: an object or a search. */
export type Followed = {
  partitionId: string;
  /** The suggested fields; default: any. */
  paths?: readonly string[];
} & (
  | { timelineId: string; title: string }
  | {
      timelineId?: never;
      query: string;
      searched: SavedSearchKind;
      /** The objects that results refer to. */
      references?: readonly Referenced[];
    }
);

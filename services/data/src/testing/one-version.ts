import type { AppendCommand } from '../append/append-command.ts';
import type { NewVersion } from '../append/draft.ts';
import type { Version } from '../versions/version.ts';

/** A command that starts a timeline of type TAG, or appends what is given of a version. */
export const oneVersion = (
  version: Pick<NewVersion, 'userId'> & Partial<NewVersion>,
): AppendCommand<Version> => ({
  reads: { timelines: [] },
  versions: 1,
  bytes: 100,
  idempotency: undefined,
  decide: (draft) =>
    draft.append({
      head: undefined,
      type: 'TAG',
      objectData: {},
      references: [],
      ended: false,
      ...version,
    }),
});

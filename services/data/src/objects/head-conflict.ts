import type { Caller } from '@annals/kit/caller';
import type { Head } from '../append/draft.ts';
import type { Version, VersionRow } from '../versions/version.ts';

/** The write does not go with the timeline's head, which is the object named. */
export class HeadConflict extends Error {
  override readonly name = 'HeadConflict';

  constructor(
    readonly code: 'stale_predecessor' | 'timeline_ended' | 'nothing_to_restore',
    message: string,
    readonly objectId: string,
  ) {
    super(message);
  }
}

/** @param predecessorId the version the caller has seen last; undefined to follow whatever is there */
export function requirePredecessor(
  { objectId }: Head,
  predecessorId: string | null | undefined,
): void {
  if (predecessorId !== undefined && predecessorId?.toLowerCase() !== objectId)
    throw new HeadConflict(
      'stale_predecessor',
      'There is a newer version than the one this was based on. Look at it in current, then write again on top of it.',
      objectId,
    );
}

/** The version as it is answered to who wrote it. */
export const writtenBy = ({ name, username }: Caller, version: Version): VersionRow => ({
  ...version,
  modificationUserName: name || username,
});

import type { Version } from '../versions/version.ts';

/**
 * Counts from row to row of one statement, which adds what was there before. Here rather than by window functions,
 * which sort the rows with all their data.
 */
export class RunningCounts {
  timelines = 0;
  readonly #ofType = new Map<string, { timelines: number; versions: number }>();
  readonly #ofUser = new Map<string, number>();

  /** With this version counted. */
  next({ type, modificationCount, modificationUserId }: Version) {
    const started = modificationCount === 1 ? 1 : 0;
    const ofType = this.#ofType.get(type) ?? { timelines: 0, versions: 0 };
    const userVersions = (this.#ofUser.get(modificationUserId) ?? 0) + 1;
    this.timelines += started;
    ofType.timelines += started;
    ofType.versions += 1;
    this.#ofType.set(type, ofType);
    this.#ofUser.set(modificationUserId, userVersions);
    return {
      timelineNumber: this.timelines,
      typeTimelines: ofType.timelines,
      typeVersions: ofType.versions,
      userVersions,
    };
  }
}

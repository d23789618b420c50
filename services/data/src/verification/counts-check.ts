import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '@annals/kit/database/database';
import { RunningCounts } from '../append/rows.ts';
import { appendRulesOf } from '../change-policy/change-rules.ts';
import type { Report } from '@annals/kit/verification/facts';
import { findCounters, listTypeCounters, listWriterCounters } from './totals.sql.ts';
import type { WalkedVersion } from './checked-versions.ts';

/** Checks that the counts stored per version, type, author and partition match the versions. */
export class CountsCheck {
  readonly #report: Report;
  readonly #running = new RunningCounts();
  readonly #types = new Map<string, { timelineCount: number; versionCount: number }>();
  readonly #writers = new Map<string, { versionCount: number; lastSeq: number }>();
  #last: WalkedVersion | undefined;

  constructor(report: Report) {
    this.#report = report;
  }

  get timelines(): number {
    return this.#running.timelines;
  }

  add(version: WalkedVersion): void {
    const { seq, type, modificationUserId } = version;
    const counts = this.#running.next(version);
    this.#types.set(type, {
      timelineCount: counts.typeTimelines,
      versionCount: counts.typeVersions,
    });
    this.#writers.set(modificationUserId, { versionCount: counts.userVersions, lastSeq: seq });
    this.#last = version;
    const isRight =
      version.hasRightSize &&
      version.timelineNumber === counts.timelineNumber &&
      version.typeTimelines === counts.typeTimelines &&
      version.typeVersions === counts.typeVersions &&
      version.userVersions === counts.userVersions;
    if (!isRight)
      this.#report('DERIVED', 'Its size, or a count stored with it, is not correct.', {
        objectId: version.id,
      });
  }

  /** @param schemaChanges the number in the log */
  async finish(database: Queryable, partitionId: string, schemaChanges: number): Promise<void> {
    const say = (message: string) => this.#report('DERIVED', message);
    const types = new Map(
      (await listTypeCounters(database, partitionId)).map(({ type, ...counts }) => [type, counts]),
    );
    compare(types, this.#types, (type) => say(`The counts of the type ${type} are not correct.`));
    const writers = new Map(
      (await listWriterCounters(database, partitionId)).map(({ userId, ...counts }) => [
        userId,
        counts,
      ]),
    );
    compare(writers, this.#writers, (user) =>
      say(`The counts of the user ${user} are not correct.`),
    );
    const counters = await findCounters(database, partitionId);
    if (!counters) return say('The head of the partition is not stored.');
    const isRight =
      counters.nextSeq === (this.#last?.seq ?? 0) + 1 &&
      counters.timelineCount === this.timelines &&
      counters.lastChangeDate === (this.#last?.modificationDate ?? null) &&
      counters.secondsMatch &&
      counters.archived === (counters.archivedDate !== null) &&
      counters.schemaVersion === schemaChanges;
    if (!isRight) say('The head of the partition, or its archive state, is not correct.');
    if (!isDeepStrictEqual(counters.changeRules, appendRulesOf(counters.policyRules ?? [])))
      say('The rules applied to writes are not the newest change rules.');
  }
}

function compare(
  stored: ReadonlyMap<string, object>,
  counted: ReadonlyMap<string, object>,
  report: (name: string) => void,
): void {
  for (const name of new Set([...stored.keys(), ...counted.keys()]))
    if (textOf(stored.get(name)) !== textOf(counted.get(name))) report(name);
}

const textOf = (counts: object | undefined): string =>
  JSON.stringify(Object.entries(counts ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1)));

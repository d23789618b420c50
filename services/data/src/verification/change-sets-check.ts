import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '@annals/kit/database/database';
import { changeSetEntry, policyEntry } from '@annals/proofs/bundle';
import { sameBytes } from '@annals/proofs/bytes';
import { ChangeSetCheck } from '@annals/proofs/change-set-check';
import { entryLeaf } from '@annals/proofs/log-entry';
import type { Related } from './checked-versions.ts';
import { findLoggedChangeSet, findLoggedPolicy } from './change-sets.sql.ts';
import { reportTo } from './findings.ts';
import type { Report } from '@annals/kit/verification/facts';
import type { ScannedEntry } from './log.sql.ts';

/** Checks that the change sets and the rules of a partition match its log, and its versions what was approved. */
export class ChangeSetsCheck {
  readonly #database: Queryable;
  readonly #partitionId: string;
  readonly #report: Report;
  readonly #check = new ChangeSetCheck();
  #sets = 0;
  #policies = 0;

  constructor(database: Queryable, partitionId: string, report: Report) {
    this.#database = database;
    this.#partitionId = partitionId;
    this.#report = report;
  }

  addVersion({ changeSet }: Related, index: number): void {
    if (changeSet) this.#check.add(changeSet.id, changeSet.leaf, index);
  }

  async addChangeSet({ logIndex: index, leaf, entry }: ScannedEntry): Promise<void> {
    this.#sets += 1;
    const logged = changeSetEntry.safeParse(entry).data;
    if (!logged || !sameBytes(entryLeaf(logged), leaf))
      return this.#report('INCLUSION', `Entry ${index} differs from the log.`, {
        index,
      });
    reportTo(this.#report, (findings) =>
      this.#check.settle(logged, this.#partitionId, findings, index),
    );
    const stored = await findLoggedChangeSet(this.#database, this.#partitionId, logged.changeSetId);
    const { revision, committedDate, committedUserId, automatic, breakGlassReason } = logged;
    const shown = {
      logIndex: index,
      revision,
      committedDate,
      committedUserId,
      automatic,
      breakGlassReason,
      hasSaltKey: false,
      approvals: logged.approvals.toSorted(byUser),
    };
    if (
      !stored ||
      !isDeepStrictEqual({ ...stored, approvals: stored.approvals.toSorted(byUser) }, shown)
    )
      this.#report(
        'DERIVED',
        `The stored commit of change set ${logged.changeSetId} differs from the log.`,
        { index },
      );
  }

  async addPolicy({ logIndex: index, leaf, entry }: ScannedEntry): Promise<void> {
    this.#policies += 1;
    const logged = policyEntry.safeParse(entry).data;
    if (!logged || !sameBytes(entryLeaf(logged), leaf))
      return this.#report('INCLUSION', `Entry ${index} differs from the log.`, {
        index,
      });
    reportTo(this.#report, (findings) => this.#check.follow(logged, findings, index));
    const { kind: _, ...policy } = logged;
    const stored = await findLoggedPolicy(this.#database, this.#partitionId, logged.version);
    if (!isDeepStrictEqual(stored, { ...policy, logIndex: index }))
      this.#report(
        'DERIVED',
        `Version ${logged.version} of the change rules differs from the log.`,
        {
          index,
        },
      );
  }

  /** The number of rows. */
  finish({ changeSets, policies }: { changeSets: number; policies: number }): void {
    reportTo(this.#report, (findings) => this.#check.finish(findings));
    if (changeSets !== this.#sets)
      this.#report(
        'APPROVAL',
        `${changeSets} change sets are committed; the log has ${this.#sets} commits.`,
      );
    if (policies !== this.#policies)
      this.#report(
        'APPROVAL',
        `${policies} versions of the change rules are stored; the log has ${this.#policies}.`,
      );
  }
}

const byUser = (one: { userId: string }, other: { userId: string }): number =>
  one.userId < other.userId ? -1 : 1;

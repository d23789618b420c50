import {
  maxEvidenceObjects,
  maxEvidenceVersions,
  maxReportedObjects,
  maxReportedVersions,
  type EvidenceLanguage,
} from '@annals/contracts/evidence';
import type { Erasure } from '@annals/contracts/proofs';
import type { Queryable } from '@annals/kit/database/database';
import { findNames } from '../data-users/data-users.sql.ts';
import { findReceipt } from '../erasure/erasure.sql.ts';
import type { Found } from '@annals/kit/lists/page-bytes';
import type { LogSnapshot } from '../log/checkpoints.ts';
import type { IndexedVersion } from '../log/object-proof.ts';
import { findPartitionMembers, type PartitionMember } from '../members/members.sql.ts';
import type { RecordedAndHeld } from '../partitions/partitions.sql.ts';
import { searchAsOf } from '../search/as-of-search.ts';
import type { SearchQuery } from '../search/conditions.sql.ts';
import type { SearchContext } from '../search/search-limits.ts';
import type { AsOf } from '../versions/as-of.sql.ts';
import { epochMicros } from '../versions/timestamps.ts';
import { lastIdUntil } from '../versions/timestamps.ts';
import type { VersionRow } from '../versions/version.ts';
import { rolesIn, type EvidenceAccess, type RoleHolder } from './evidence-access.ts';
import * as table from './evidence.sql.ts';

export type Subject =
  | { kind: 'PARTITION' }
  | { kind: 'OBJECT'; timeline: table.TimelineAtMoment }
  | { kind: 'SEARCH'; query: string; search: SearchQuery };

/** A request with everything that is fixed when it starts. */
export interface EvidenceRequest {
  partitionId: string;
  partitionName: string;
  subject: Subject;
  asOf: AsOf;
  /** The moment is the one of the request. */
  isNow: boolean;
  /** The number of the newest version at the moment. */
  upTo: number;
  language: EvidenceLanguage;
  madeDate: string;
  madeBy: { userId: string; name: string };
  /** Since when who had access is recorded: a service cannot know it of a time before it had the partition. */
  accessKnownSince: string;
  /** How many versions up to the moment this service had stored then, and the imports of the others. */
  stored: RecordedAndHeld;
  /** Undefined if roles are unknown here. */
  access: EvidenceAccess | undefined;
  /** The log that contains the proofs. */
  log: LogSnapshot;
  /** The size of the log; the proofs may need less. */
  sizeWhenMade: number;
  /** The log continues beyond the moment, because values were erased after it. */
  logIsLonger: boolean;
}

/** Whether the service knows who had access at the moment; otherwise that is unknown, which is not nobody. */
export const isAccessKnown = ({
  asOf,
  accessKnownSince,
}: Pick<EvidenceRequest, 'asOf' | 'accessKnownSince'>): boolean =>
  epochMicros(asOf.moment) >= epochMicros(accessKnownSince);

/** An object of the evidence: its included versions, from the first to the newest of that time. */
export interface ChosenTimeline extends table.TimelineAtMoment {
  first: number;
}

export interface Choice {
  timelines: ChosenTimeline[];
  /** Further objects, or earlier versions of the last one, are left out. */
  isCut: boolean;
}

/** The most timelines that one step of a search returns. */
const searchBatchSize = 200;
const memberBatchSize = 500;

/** Reads the content of evidence, page by page. */
export class EvidenceContent {
  readonly request: EvidenceRequest;
  /** Erasures of reasons, by receipt number. */
  readonly #erasures = new Map<number, Erasure>();
  readonly #database: Queryable;
  readonly #names = new Map<string, string | undefined>();
  readonly #context: SearchContext;
  readonly #betweenPages: () => Promise<void>;

  /** @param betweenPages throws if the requester may no longer read */
  constructor(
    request: EvidenceRequest,
    database: Queryable,
    context: SearchContext,
    betweenPages: () => Promise<void>,
  ) {
    this.request = request;
    this.#database = database;
    this.#context = context;
    this.#betweenPages = betweenPages;
  }

  /** The objects to describe individually, up to the limit. */
  async choose(): Promise<Choice> {
    const isPartition = this.request.subject.kind === 'PARTITION';
    const maxTimelines = isPartition ? maxReportedObjects : maxEvidenceObjects;
    let versions = isPartition ? maxReportedVersions : maxEvidenceVersions;
    const timelines: ChosenTimeline[] = [];
    for await (const timeline of this.#timelines()) {
      if (versions === 0 || timelines.length === maxTimelines) return { timelines, isCut: true };
      const first = Math.max(1, timeline.count - versions + 1);
      versions -= timeline.count - first + 1;
      timelines.push({ ...timeline, first });
      if (first > 1) return { timelines, isCut: true };
    }
    return { timelines, isCut: false };
  }

  async *#timelines(): AsyncGenerator<table.TimelineAtMoment> {
    const { partitionId, subject, asOf } = this.request;
    if (subject.kind === 'OBJECT') {
      yield subject.timeline;
      return;
    }
    const search = subject.kind === 'SEARCH' ? subject.search : {};
    for (let below: string | undefined = lastIdUntil(asOf.moment); below !== undefined;) {
      const range = { asOf, below, most: searchBatchSize };
      const { found, last } = await searchAsOf(
        this.#database,
        partitionId,
        search,
        range,
        this.#context,
      );
      const numbers = found.map(({ seq }) => seq);
      yield* await table.listTimelines(this.#database, partitionId, numbers);
      below = last;
      await this.#betweenPages();
    }
  }

  /** Oldest first. */
  async *versionsOf(timeline: ChosenTimeline): AsyncGenerator<VersionRow> {
    for await (const page of this.#pagesOf(timeline, table.listOfTimeline)) yield* page;
  }

  /** The same with what their proofs contain, as they are read. */
  async *loggedPagesOf(timeline: ChosenTimeline): AsyncGenerator<IndexedVersion[]> {
    yield* this.#pagesOf(timeline, table.listLoggedOfTimeline);
  }

  async *#pagesOf<Row extends VersionRow>(
    { timelineId, first, count }: ChosenTimeline,
    list: (
      database: Queryable,
      partitionId: string,
      timelineId: string,
      range: { after: number; upTo: number },
    ) => Promise<Found<Row>[]>,
  ): AsyncGenerator<Found<Row>[]> {
    const { partitionId } = this.request;
    for (let after: number | undefined = first - 1; after !== undefined;) {
      const range = { after, upTo: count };
      const page: Found<Row>[] = await list(this.#database, partitionId, timelineId, range);
      yield page;
      const last = page.at(-1);
      after = last?.hasMore ? last.modificationCount : undefined;
      if (after !== undefined) await this.#betweenPages();
    }
  }

  /** All versions of the partition, oldest first. */
  async *allVersions(): AsyncGenerator<VersionRow> {
    const { partitionId, upTo } = this.request;
    for (let after: number | undefined = 0; after !== undefined;) {
      const page: Awaited<ReturnType<typeof table.listOfPartition>> = await table.listOfPartition(
        this.#database,
        partitionId,
        { after, upTo },
      );
      yield* page;
      const last = page.at(-1);
      after = last?.hasMore ? last.seq : undefined;
      if (after !== undefined) await this.#betweenPages();
    }
  }

  /** The state of each timeline of the partition, including ended ones. */
  async *allObjects(): AsyncGenerator<VersionRow> {
    for await (const { timelineId, count } of this.#timelines())
      yield* this.versionsOf({ timelineId, first: count, count });
  }

  async *members(): AsyncGenerator<PartitionMember> {
    const { partitionId, asOf } = this.request;
    for (let after: string | undefined, more = true; more;) {
      const range = { after, limit: memberBatchSize };
      const page = await findPartitionMembers(this.#database, partitionId, asOf.moment, range);
      yield* page;
      after = page.at(-1)?.userId;
      more = page.length === memberBatchSize;
    }
  }

  /** The name of whoever did something in the partition; undefined if it is unknown here. */
  async nameOf(userId: string): Promise<string | undefined> {
    if (!this.#names.has(userId))
      this.#names.set(userId, (await findNames(this.#database, [userId]))[userId]);
    return this.#names.get(userId);
  }

  /** The holders of roles that opened every partition at the moment, limited to those the requester may see. */
  async *roleHolders(): AsyncGenerator<RoleHolder> {
    const { access, asOf } = this.request;
    if (!access) return;
    for (let cursor: string | undefined, more = true; more;) {
      const page: Awaited<ReturnType<EvidenceAccess['page']>> = await access.page(
        asOf.moment,
        cursor,
      );
      yield* page.data.flatMap(rolesIn);
      cursor = page.nextCursor ?? undefined;
      more = cursor !== undefined;
      if (more) await this.#betweenPages();
    }
  }

  /** When and by whom the reason of a version was erased; undefined if it was not. */
  async erasureOf({ reasonReceipt }: VersionRow): Promise<Erasure | undefined> {
    if (!reasonReceipt) return undefined;
    const cached = this.#erasures.get(reasonReceipt);
    if (cached) return cached;
    const found = await findReceipt(this.#database, this.request.partitionId, reasonReceipt);
    if (found) this.#erasures.set(reasonReceipt, found);
    return found;
  }

  async committedSets(ids: readonly string[]): Promise<table.CommittedSet[]> {
    return table.findCommittedSets(this.#database, this.request.partitionId, ids);
  }
}

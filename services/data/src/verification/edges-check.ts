import type { Queryable } from '@annals/kit/database/database';
import { edgeChanges } from '../append/rows.ts';
import * as table from './edges.sql.ts';
import type { Report } from '@annals/kit/verification/facts';
import type { Totals } from './totals.sql.ts';
import type { Predecessor, StoredVersion } from './versions.sql.ts';

const maxReported = 100;

/** Checks that data.edge matches the references of the versions. */
export class EdgesCheck {
  readonly #database: Queryable;
  readonly #partitionId: string;
  readonly #report: Report;
  #opened = 0;
  #closed = 0;

  constructor(database: Queryable, partitionId: string, report: Report) {
    this.#database = database;
    this.#partitionId = partitionId;
    this.#report = report;
  }

  /** @param versions consecutive ones of the partition */
  async checkVersions(
    versions: readonly StoredVersion[],
    predecessors: ReadonlyMap<string, Predecessor>,
  ): Promise<void> {
    const before = new Map<string, Predecessor | undefined>();
    for (const { timelineId, predecessorId } of versions)
      if (!before.has(timelineId)) before.set(timelineId, predecessors.get(predecessorId ?? ''));
    const { closed, opened } = edgeChanges(versions, (timelineId) => before.get(timelineId));
    this.#opened += opened.length;
    this.#closed += closed.length + opened.filter(({ toSeq }) => toSeq !== null).length;
    const bySeq = new Map(versions.map((version) => [version.seq, version]));
    const say = (seq: number, message: string) => {
      const version = bySeq.get(seq);
      this.#report('DERIVED', message, version ? { objectId: version.id } : {});
    };
    const last = versions.at(-1)?.seq ?? 0;
    const ends = new Map(opened.map((edge) => [keyOf(edge), edge.toSeq]));
    for (const edge of await this.#stored(opened)) {
      const end = ends.get(keyOf(edge)) ?? null;
      const endIsRight =
        end === null ? edge.toSeq === null || edge.toSeq > last : edge.toSeq === end;
      if (!edge.isStored || !endIsRight)
        say(
          edge.fromSeq,
          `Its reference ${edge.name} to ${edge.target} is ${edge.isStored ? 'stored with another end' : 'not stored as an edge'}.`,
        );
    }
    if (closed.length > 0)
      for (const { toSeq, name, target } of await table.findUnclosedEdges(
        this.#database,
        this.#partitionId,
        closed,
      ))
        say(
          toSeq,
          `The reference ${name} to ${target}, which ended with it, is not stored as an ended edge.`,
        );
  }

  /** @param open the number of references of the heads */
  async finish(totals: Totals, open: number): Promise<void> {
    if (
      totals.edges === this.#opened &&
      totals.openEdges === this.#opened - this.#closed &&
      open === totals.openEdges
    )
      return;
    this.#report(
      'DERIVED',
      `${totals.edges} edges are stored, ${totals.openEdges} of them open; the references give ${this.#opened} and ${this.#opened - this.#closed}.`,
    );
    for (const { source, name, target, fromSeq } of await table.findStrayEdges(
      this.#database,
      this.#partitionId,
      maxReported,
    ))
      this.#report(
        'DERIVED',
        `There is an edge ${name} from timeline ${source} to ${target} since version ${fromSeq} without a matching reference.`,
      );
  }

  async #stored(opened: Parameters<typeof table.findOpenedEdges>[2]): Promise<table.OpenedEdge[]> {
    return opened.length === 0
      ? []
      : table.findOpenedEdges(this.#database, this.#partitionId, opened);
  }
}

const keyOf = ({ fromSeq, target, name }: { fromSeq: number; target: string; name: string }) =>
  `${fromSeq} ${target} ${name}`;

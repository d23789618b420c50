import type { Queryable } from '@annals/kit/database/database';
import { edgeChanges } from '../append/rows.ts';
import * as table from './edges.sql.ts';
import type { Report } from '@annals/kit/verification/facts';
import { hasReferences } from './json-columns.ts';
import type { Totals } from './totals.sql.ts';
import type { VersionPage } from './version-pages.ts';
import type { Predecessor } from './versions.sql.ts';

const maxReported = 100;

/** How many edges references opened, and how many of them ended. */
export interface EdgeCounts {
  opened: number;
  closed: number;
}

/** Checks that data.edge matches the references of consecutive versions. */
export async function checkEdges(
  database: Queryable,
  partitionId: string,
  { versions, predecessors }: Pick<VersionPage, 'versions' | 'predecessors'>,
  report: Report,
): Promise<EdgeCounts> {
  if (![...versions, ...predecessors.values()].every(hasReferences)) {
    report('DERIVED', 'References that are not readable cannot be compared with the edges.');
    return { opened: 0, closed: 0 };
  }
  const before = new Map<string, Predecessor | undefined>();
  for (const { timelineId, predecessorId } of versions)
    if (!before.has(timelineId)) before.set(timelineId, predecessors.get(predecessorId ?? ''));
  const { closed, opened } = edgeChanges(versions, (timelineId) => before.get(timelineId));
  const bySeq = new Map(versions.map((version) => [version.seq, version]));
  const say = (seq: number, message: string) => {
    const version = bySeq.get(seq);
    report('DERIVED', message, version ? { objectId: version.id } : {});
  };
  const last = versions.at(-1)?.seq ?? 0;
  const ends = new Map(opened.map((edge) => [keyOf(edge), edge.toSeq]));
  const stored =
    opened.length === 0 ? [] : await table.findOpenedEdges(database, partitionId, opened);
  for (const edge of stored) {
    const end = ends.get(keyOf(edge)) ?? null;
    const endIsRight = end === null ? edge.toSeq === null || edge.toSeq > last : edge.toSeq === end;
    if (!edge.isStored || !endIsRight)
      say(
        edge.fromSeq,
        `Its reference ${edge.name} to ${edge.target} is ${edge.isStored ? 'stored with another end' : 'not stored as an edge'}.`,
      );
  }
  if (closed.length > 0)
    for (const { toSeq, name, target } of await table.findUnclosedEdges(
      database,
      partitionId,
      closed,
    ))
      say(
        toSeq,
        `The reference ${name} to ${target}, which ended with it, is not stored as an ended edge.`,
      );
  return {
    opened: opened.length,
    closed: closed.length + opened.filter(({ toSeq }) => toSeq !== null).length,
  };
}

/** Compares the number of edges with that of the references. */
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

  add({ opened, closed }: EdgeCounts): void {
    this.#opened += opened;
    this.#closed += closed;
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
}

const keyOf = ({ fromSeq, target, name }: { fromSeq: number; target: string; name: string }) =>
  `${fromSeq} ${target} ${name}`;

import type { ResponseOf } from '@annals/contracts/endpoint';
import type { ReceivedMessage } from '@annals/contracts/problem';
import type { importObjects, ImportRow } from '@annals/contracts/transfers';
import type { ChangeOperation } from './split-into-requests.ts';
import { type PendingTimelines, noPendingTimelines } from './retry-without-references.ts';

type Answer = ResponseOf<typeof importObjects>;
type Timeline = NonNullable<Answer['timelines']>[number];

/** A row of a file as a change in a change set. */
export interface SetChange {
  row: number;
  operationId: string;
  operation: ChangeOperation;
}

/** The existing content of a change set. */
export interface SetContent {
  operationIds: ReadonlySet<string>;
  /** The local names of the objects that it creates. */
  localNames: ReadonlySet<string>;
}

interface RefusedRow {
  row: number;
  message: string;
}

interface Wording {
  restoredInSet: string;
  leadsNowhere: (key: string) => string;
  noTarget: (key: string) => string;
  laterRow: (row: number) => string;
}

type Outcome = 'created' | 'changed' | 'ended' | 'existing' | 'refused';

interface AcceptedRow {
  number: number;
  row: ImportRow;
  judgement: Exclude<Outcome, 'existing' | 'refused'>;
}

/** SHA-256 of a text, in hexadecimal. */
export type HashOf = (text: string) => string;

/**
 * The row as a change set can contain it: its versions are written at the commit, in the name of whoever added them,
 * with a single reason.
 */
export function rowForSet(row: ImportRow): { row: ImportRow; omitsFields: boolean } {
  const { id, modificationDate, modificationUserId, reason, ...rest } = row;
  const omitsFields = [id, modificationDate, modificationUserId, reason].some(
    (each) => each !== undefined,
  );
  return { row: rest, omitsFields };
}

/** Turns the rows of a file into operations of a change set, which changes each object once. */
export class ChangeSetImport {
  readonly #partitionId: string;
  readonly #content: SetContent;
  readonly #texts: Wording;
  readonly #hashOf: HashOf;
  /** The number of the last row of each key. */
  readonly #lastRows = new Map<string, number>();
  /** Timelines that rows may refer to although the partition does not have them yet. */
  readonly #pendingTimelines: PendingTimelines = noPendingTimelines();
  readonly #timelines = new Map<string, Timeline>();
  readonly #accepted: AcceptedRow[] = [];

  constructor(partitionId: string, content: SetContent, texts: Wording, hashOf: HashOf) {
    this.#partitionId = partitionId;
    this.#content = content;
    this.#texts = texts;
    this.#hashOf = hashOf;
  }

  get count(): number {
    return this.#accepted.length;
  }

  /** Registers a row. All rows are registered first, because references also lead to later rows. */
  announce(number: number, row: ImportRow): void {
    this.#lastRows.set(row.key, number);
    if ('ended' in row) return;
    this.#expect(row.key);
    for (const { key } of row.references)
      if (this.#content.localNames.has(this.#localNameOf(key))) this.#expect(key);
  }

  #expect(key: string): void {
    this.#pendingTimelines.timelines.set(key, { type: undefined, ended: false });
  }

  /** Why a row is ignored; undefined for the last row of its key. */
  supersededBy({ key }: ImportRow, number: number): string | undefined {
    const last = this.#lastRows.get(key) ?? number;
    return last === number ? undefined : this.#texts.laterRow(last);
  }

  /** Timelines that rows may refer to although the partition does not have them yet. */
  get pendingTimelines(): PendingTimelines {
    return this.#pendingTimelines;
  }

  /**
   * Processes the service's response to a batch.
   * @param retried whether the response is of a retry without references to later rows
   * @returns the judgement of each row
   */
  take(
    rows: readonly { number: number; row: ImportRow }[],
    { refused, outcomes, timelines = [] }: Answer,
    retried: (index: number) => boolean,
  ): { judgement: Outcome; reason?: ReceivedMessage }[] {
    for (const timeline of timelines) this.#timelines.set(timeline.key, timeline);
    const refusals = new Map(refused.map((refusal) => [refusal.row, refusal]));
    return rows.map(({ number, row }, index) => {
      const refusal = refusals.get(index);
      if (refusal)
        return { judgement: 'refused', reason: this.#missingTarget(row, refusal) ?? refusal };
      const outcome = outcomes?.[index] ?? 'changed';
      // Without its references it looks unchanged.
      const judgement = outcome === 'existing' && retried(index) ? 'changed' : outcome;
      if (judgement === 'existing' || judgement === 'refused') return { judgement };
      if (!('ended' in row) && this.#timelines.get(row.key)?.ended)
        return { judgement: 'refused', reason: { message: this.#texts.restoredInSet } };
      this.#accepted.push({ number, row, judgement });
      return { judgement };
    });
  }

  /** The service's message about a reference describes an import, where the order and the dates of rows matter. */
  #missingTarget(row: ImportRow, { parameters }: ReceivedMessage): ReceivedMessage | undefined {
    const [field] = (parameters?.['fields'] ?? []) as readonly { path: string }[];
    if ('ended' in row || !/^references\.\d+\.key$/.test(field?.path ?? '')) return undefined;
    const missing = row.references.find(
      ({ key }) => !this.#timelines.has(key) && !this.#pendingTimelines.timelines.has(key),
    );
    return missing && { message: this.#texts.noTarget(missing.key) };
  }

  /** The changes, and the rows that are dropped because what they refer to is dropped. */
  finish(): {
    changes: SetChange[];
    fallen: (RefusedRow & { judgement: AcceptedRow['judgement'] })[];
  } {
    const fallen: (RefusedRow & { judgement: AcceptedRow['judgement'] })[] = [];
    let left = this.#accepted;
    for (;;) {
      const created = new Set(
        left.flatMap(({ row }) => (this.#timelines.has(row.key) ? [] : row.key)),
      );
      const missing = left.flatMap(({ number, row, judgement }) => {
        const key =
          'ended' in row
            ? undefined
            : row.references.find((to) => !this.#leads(to.key, created))?.key;
        return key === undefined
          ? []
          : [{ row: number, judgement, message: this.#texts.leadsNowhere(key) }];
      });
      if (missing.length === 0) break;
      fallen.push(...missing);
      const gone = new Set(missing.map(({ row }) => row));
      left = left.filter(({ number }) => !gone.has(number));
    }
    const changes = new Map<string, SetChange>();
    for (const accepted of left) {
      const change = this.#changeOf(accepted);
      const { operationId } = change;
      // A timeline may be named by its id and by several keys.
      const other = left.find(({ number }) => number === changes.get(operationId)?.row);
      if (other)
        fallen.push({
          row: other.number,
          judgement: other.judgement,
          message: this.#texts.laterRow(change.row),
        });
      changes.set(operationId, change);
    }
    return { changes: [...changes.values()], fallen };
  }

  /** How many changes the set would contain with these. */
  countWith(changes: readonly SetChange[]): number {
    const { operationIds } = this.#content;
    return (
      operationIds.size + changes.filter(({ operationId }) => !operationIds.has(operationId)).length
    );
  }

  #leads(key: string, created: ReadonlySet<string>): boolean {
    return (
      this.#timelines.has(key) ||
      created.has(key) ||
      this.#content.localNames.has(this.#localNameOf(key))
    );
  }

  #changeOf({ number, row }: AcceptedRow): SetChange {
    const known = this.#timelines.get(row.key);
    const operationId =
      known?.timelineId ?? newObjectId(this.#hashOf(`${this.#partitionId}/${row.key}`));
    return { row: number, operationId, operation: this.#operationOf(row, known) };
  }

  #operationOf(row: ImportRow, known: Timeline | undefined): ChangeOperation {
    const base = known && { timelineId: known.timelineId, predecessorId: known.objectId };
    if ('ended' in row) {
      // The service refuses to end a timeline that does not exist.
      if (!base) throw new Error(`There is no timeline ${row.key}.`);
      return { operation: 'end', ...base };
    }
    const { type, objectData } = row;
    const references = row.references.map(({ name, key }) => {
      const timelineId = this.#timelines.get(key)?.timelineId;
      return timelineId === undefined
        ? { name, localName: this.#localNameOf(key) }
        : { name, timelineId };
    });
    return base
      ? { operation: 'newVersion', ...base, objectData, references }
      : {
          operation: 'create',
          localName: this.#localNameOf(row.key),
          key: row.key,
          type,
          objectData,
          references,
        };
  }

  #localNameOf(key: string): string {
    return localNameOf(key, this.#hashOf);
  }
}

/** The service accepts longer keys than local names. */
const maxLocalNameLength = 100;

/** The local name of an object with this key in its change set. */
export function localNameOf(key: string, hashOf: HashOf): string {
  return key.length <= maxLocalNameLength ? key : `key:${hashOf(key)}`;
}

/** The operation id for a new object: the same key gives the same id, so importing again replaces the operation. */
function newObjectId(hex: string): string {
  // A UUID of version 8 (RFC 9562).
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) % 4) + 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

import type { ResponseOf } from '../endpoint.ts';
import type { importObjects, ImportRow } from '../transfers.ts';
import type { ChangeOperation } from './request-parts.ts';
import { type Memory, newMemory } from './second-try.ts';

type Answer = ResponseOf<typeof importObjects>;
type Timeline = NonNullable<Answer['timelines']>[number];

/** A row of a file as a change in a change set. */
export interface SetChange {
  row: number;
  operationId: string;
  operation: ChangeOperation;
}

/** What a change set has already. */
export interface SetContent {
  operationIds: ReadonlySet<string>;
  /** Of the objects that it creates. */
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
 * The row as a change set can hold it: its versions are written when it is committed, by who put them into it, and have
 * one reason.
 */
export function rowForSet(row: ImportRow): { row: ImportRow; leavesOut: boolean } {
  const { id, modificationDate, modificationUserId, reason, ...rest } = row;
  const leavesOut = [id, modificationDate, modificationUserId, reason].some(
    (each) => each !== undefined,
  );
  return { row: rest, leavesOut };
}

/** The rows of a file on their way into a change set, which changes each object once. */
export class SetRows {
  readonly #partitionId: string;
  readonly #content: SetContent;
  readonly #texts: Wording;
  readonly #hashOf: HashOf;
  /** The last row of each key. */
  readonly #lastRows = new Map<string, number>();
  /** What rows may refer to though the partition does not have it. */
  readonly #coming: Memory = newMemory();
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

  /** Takes note of a row: all of them first, since references lead forwards too. */
  announce(number: number, row: ImportRow): void {
    this.#lastRows.set(row.key, number);
    if ('ended' in row) return;
    this.#expect(row.key);
    for (const { key } of row.references)
      if (this.#content.localNames.has(this.#localNameOf(key))) this.#expect(key);
  }

  #expect(key: string): void {
    this.#coming.timelines.set(key, { type: undefined, ended: false });
  }

  /** Why a row does not count; undefined where it is the one of its key that does. */
  supersededBy({ key }: ImportRow, number: number): string | undefined {
    const last = this.#lastRows.get(key) ?? number;
    return last === number ? undefined : this.#texts.laterRow(last);
  }

  /** What rows may refer to though the partition does not have it. */
  get coming(): Memory {
    return this.#coming;
  }

  /**
   * Takes what the service said of a batch.
   * @param retried whether the answer is of a second try, without references to what is to come
   * @returns the judgement of each row
   */
  take(
    rows: readonly { number: number; row: ImportRow }[],
    { refused, outcomes, timelines = [] }: Answer,
    retried: (index: number) => boolean,
  ): { judgement: Outcome; message?: string }[] {
    for (const timeline of timelines) this.#timelines.set(timeline.key, timeline);
    const refusals = new Map(refused.map(({ row, message }) => [row, message]));
    return rows.map(({ number, row }, index) => {
      const message = refusals.get(index);
      if (message !== undefined)
        return { judgement: 'refused', message: this.#missingTarget(row, message) ?? message };
      const said = outcomes?.[index] ?? 'changed';
      // Without its references it looks like what is there.
      const judgement = said === 'existing' && retried(index) ? 'changed' : said;
      if (judgement === 'existing' || judgement === 'refused') return { judgement };
      if (!('ended' in row) && this.#timelines.get(row.key)?.ended)
        return { judgement: 'refused', message: this.#texts.restoredInSet };
      this.#accepted.push({ number, row, judgement });
      return { judgement };
    });
  }

  /** What the service says of a reference is about an import, where the order and the dates of rows count. */
  #missingTarget(row: ImportRow, message: string): string | undefined {
    if ('ended' in row || !/^references\.\d+\.key: /.test(message)) return undefined;
    const missing = row.references.find(
      ({ key }) => !this.#timelines.has(key) && !this.#coming.timelines.has(key),
    );
    return missing && this.#texts.noTarget(missing.key);
  }

  /** The changes, and the rows that fall away since what they refer to does. */
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
      // A timeline is named by its id too, and by more than one key.
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

  /** How many changes the set would have with these. */
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
      // The service refuses the end of what is not there.
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

/** The service takes longer keys than local names. */
const longestLocalName = 100;

/** What an object with this key is called within its change set. */
export function localNameOf(key: string, hashOf: HashOf): string {
  return key.length <= longestLocalName ? key : `key:${hashOf(key)}`;
}

/** The id of a new object’s change, the same for the same key: what is imported again takes its place. */
function newObjectId(hex: string): string {
  // A UUID of version 8 (RFC 9562).
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) % 4) + 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

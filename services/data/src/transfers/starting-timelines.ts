import type { ImportRow } from '@annals/contracts/transfers';
import type { Target } from '../append/draft.ts';
import { epochMicros, idAt } from '../versions/timestamps.ts';

/**
 * The timelines that rows of a batch will start, for references from earlier rows or themselves: objects of one
 * transaction may refer to each other in a circle, and so may their exported rows. Only rows of the same date can, so
 * that no moment has a reference that leads nowhere.
 */
export class StartingTimelines {
  readonly #rows: readonly ImportRow[];
  /** The first row of each key. */
  readonly #firstRows = new Map<string, number>();
  readonly #refused: ReadonlySet<number>;
  readonly #starts = new Map<number, Target>();
  readonly #byTimeline = new Map<string, Target>();

  /** @param refused rows that will not be written */
  constructor(rows: readonly ImportRow[], refused: ReadonlySet<number>) {
    this.#rows = rows;
    this.#refused = refused;
    for (const [number, { key }] of rows.entries())
      if (!this.#firstRows.has(key)) this.#firstRows.set(key, number);
  }

  /** The target of a row's reference by a key that no timeline has yet. */
  find(key: string, from: number): Target | undefined {
    const number = this.#firstRows.get(key) ?? -1;
    const row = this.#rows[number];
    if (!row || number < from || this.#refused.has(number) || 'ended' in row) return undefined;
    const { modificationDate, type } = row;
    if (modificationDate === undefined || modificationDate !== this.#rows[from]?.modificationDate)
      return undefined;
    const known = this.#starts.get(number);
    if (known) return known;
    const dateMicros = epochMicros(modificationDate);
    const objectId = row.id?.toLowerCase() ?? idAt(dateMicros);
    const start = { timelineId: idAt(dateMicros), objectId, type };
    this.#starts.set(number, start);
    this.#byTimeline.set(start.timelineId, start);
    return start;
  }

  /** The assigned id of the timeline that a row starts. */
  startedBy(number: number): Target | undefined {
    return this.#starts.get(number);
  }

  head(timelineId: string): Target | undefined {
    return this.#byTimeline.get(timelineId);
  }
}

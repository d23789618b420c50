import { randomUUID } from 'node:crypto';
import { isUnknown, pauseAfterUnknownMs, type Caller } from '../caller.ts';
import { pause } from '../pause.ts';
import type { Tally } from './tally.ts';

/** The number of operations of a transaction and of a change set. */
const operationsPerCommit = 200;

export interface Version {
  id: string;
  timelineId: string;
  type: string;
  objectData: Record<string, unknown>;
  references: { name: string; timelineId: string }[];
  modificationCount: number;
  endedDate: string | null;
  sequence: number;
}

/** A write that was sent, and what is known about its outcome. */
export interface Write {
  url: string;
  data: Record<string, unknown>;
  idempotencyKey: string;
  /** Identifies the version that it creates, see `versionKeyOf`. */
  versionKey: string;
  response: Version | undefined;
}

/** Writes that must be stored completely or not at all. */
export interface Batch {
  rows: object[];
  acknowledged: boolean;
  /** The change set that it commits. */
  changeSetUrl?: string;
}

/** Identifies a version: the first of a timeline by the key that its writer chose, later ones by their number. */
export const versionKeyOf = ({ timelineId, modificationCount, objectData }: Version): string =>
  modificationCount === 1
    ? `new ${String(objectData['key'])}`
    : `${timelineId} ${modificationCount}`;

/** The writes sent to a partition, and its newest versions as of the last check. */
export class ObjectLedger {
  readonly url: string;
  writes: Write[] = [];
  /** Imports and transactions by name, with the number of rows and whether they were acknowledged. */
  batches = new Map<string, Batch>();
  readonly heads = new Map<string, Version>();
  readonly #tally: Tally;
  #count = 0;

  constructor(partitionId: string, tally: Tally) {
    this.url = `/v1/partitions/${partitionId}`;
    this.#tally = tally;
  }

  /** Writes one version after another until stopped: starts, continues and ends timelines. */
  async write(caller: Caller, writer: string, stop: AbortSignal): Promise<void> {
    const own = [...this.heads.values()]
      .filter((head) => head.objectData['writer'] === writer && head.endedDate === null)
      .slice(-20);
    while (!stop.aborted) {
      const index = Math.floor(Math.random() * own.length * 2);
      const head = own[index];
      const version = await this.#send(
        caller,
        head ? this.#continueOrEnd(head, writer) : this.#start(writer),
      );
      // Without a response, the timeline is not used again before the check has established the outcome.
      if (head) own.splice(index, 1);
      if (version && version.endedDate === null) own.push(version);
    }
  }

  /** Imports one batch after another. Each must be stored completely or not at all. */
  async import(caller: Caller, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const batch = randomUUID();
      const rows = Array.from({ length: 25 }, (_, row) => ({
        key: `${batch}/${row % 10}`,
        id: randomUUID(),
        type: 'ROW',
        objectData: { batch, row },
      }));
      const pending = { rows, acknowledged: false };
      this.batches.set(batch, pending);
      const { status } = await caller.call({
        method: 'POST',
        url: `${this.url}/import`,
        data: { rows },
      });
      pending.acknowledged = status === 200;
      if (pending.acknowledged) this.#tally.acknowledged.importedRows += rows.length;
      else if (isUnknown(status)) await pause(pauseAfterUnknownMs);
      else this.#tally.fault('other', `an import was answered ${status}`);
    }
  }

  /** Commits one transaction of 200 operations after another. Each must be stored completely or not at all. */
  async commit(caller: Caller, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const batch = randomUUID();
      const existing = [...this.heads.keys()].slice(-50);
      const operations = Array.from({ length: operationsPerCommit }, (_, row) => {
        const written = {
          objectData: { batch, row },
          references: [
            { name: 'next', localName: `${(row + 1) % (operationsPerCommit - existing.length)}` },
          ],
        };
        const timelineId = existing[row - (operationsPerCommit - existing.length)];
        return timelineId === undefined
          ? { ...written, operation: 'create', localName: `${row}`, type: 'ROW' }
          : { ...written, operation: 'newVersion', timelineId };
      });
      const pending = { rows: operations, acknowledged: false };
      this.batches.set(batch, pending);
      const { status, body } = await caller.call({
        method: 'POST',
        url: `${this.url}/transactions`,
        data: { operations },
      });
      pending.acknowledged = status === 201;
      if (pending.acknowledged) this.#tally.acknowledged.operations += operations.length;
      else if (isUnknown(status)) await pause(pauseAfterUnknownMs);
      else
        this.#tally.fault('other', `a transaction was answered ${status} ${JSON.stringify(body)}`);
    }
  }

  /** Commits one change set of 200 operations after another. Each must be stored completely or not at all. */
  async commitChangeSets(caller: Caller, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const batch = randomUUID();
      const title = `Set ${batch}`;
      const sets = `${this.url}/change-sets`;
      const set = await caller.call<{ id: string }>({ method: 'POST', url: sets, data: { title } });
      const changeSetUrl = `${sets}/${set.body.id}`;
      const existing = [...this.heads.keys()].slice(-50);
      const operations = Array.from({ length: operationsPerCommit }, (_, row) => {
        const timelineId = existing[row];
        const content = { objectData: { batch, row }, references: [] };
        const operation =
          timelineId === undefined
            ? { operation: 'create', type: 'ROW', ...content }
            : { operation: 'newVersion', timelineId, ...content };
        return { operationId: randomUUID(), operation };
      });
      let { status } = set;
      if (status === 201) {
        const pending: Batch = { rows: operations, acknowledged: false, changeSetUrl };
        this.batches.set(batch, pending);
        const call = {
          method: 'POST',
          url: `${changeSetUrl}/operations`,
          data: { operations },
        } as const;
        ({ status } = await caller.call(call));
        if (status === 200) {
          ({ status } = await caller.call({
            method: 'POST',
            url: `${changeSetUrl}/commit`,
            data: {},
          }));
          pending.acknowledged = status === 200;
          if (pending.acknowledged) this.#tally.acknowledged.setOperations += operations.length;
        }
      }
      if (isUnknown(status)) await pause(pauseAfterUnknownMs);
      else if (status !== 200) this.#tally.fault('other', `a change set was answered ${status}`);
    }
  }

  #data(writer: string) {
    this.#count += 1;
    const text = 'ring '.repeat(Math.floor(Math.random() * 60));
    return { key: `${writer}-${this.#count}`, writer, text };
  }

  #references() {
    const existing = [...this.heads.values()].filter(({ type }) => type === 'ITEM').slice(-40);
    const chosen = existing.filter(() => Math.random() < 0.05);
    return chosen.map(({ timelineId }) => ({ name: 'part', timelineId }));
  }

  #start(writer: string): Write {
    const objectData = this.#data(writer);
    return {
      url: `${this.url}/objects`,
      data: { type: 'ITEM', objectData, references: this.#references() },
      idempotencyKey: randomUUID(),
      versionKey: `new ${objectData.key}`,
      response: undefined,
    };
  }

  #continueOrEnd({ timelineId, id, modificationCount }: Version, writer: string): Write {
    const versionKey = `${timelineId} ${modificationCount + 1}`;
    const common = { idempotencyKey: randomUUID(), versionKey, response: undefined };
    if (Math.random() < 0.1)
      return {
        ...common,
        url: `${this.url}/timelines/${timelineId}/end`,
        data: { predecessorId: id },
      };
    return {
      ...common,
      url: `${this.url}/objects`,
      data: {
        timelineId,
        predecessorId: id,
        objectData: this.#data(writer),
        references: this.#references(),
      },
    };
  }

  async #send(caller: Caller, write: Write): Promise<Version | undefined> {
    this.writes.push(write);
    const { url, data, idempotencyKey } = write;
    const { status, body } = await caller.call<Version>({
      method: 'POST',
      url,
      data,
      idempotencyKey,
    });
    if (status === 201) {
      write.response = body;
      this.#tally.acknowledged.objects += 1;
      return body;
    }
    if (isUnknown(status)) await pause(pauseAfterUnknownMs);
    else this.#tally.fault('other', `a write was answered ${status} ${JSON.stringify(body)}`);
    return undefined;
  }
}

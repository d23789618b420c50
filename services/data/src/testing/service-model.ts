import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { createPartition, putMember } from '@annals/contracts/partitions';
import type { Database } from '@annals/kit/database/database';
import { people, type Answer, type Listener, type Person } from './data-listener.ts';
import { PartitionModel, type State } from './partition-model.ts';

/** A write that was answered under an Idempotency-Key. */
interface Answered {
  partition: PartitionModel;
  as: Person;
  answer: { status: number; body: unknown };
  repeat(): Promise<Answer<unknown>>;
  sendOther(): Promise<Answer<unknown>>;
}

/** Reads the change feed step by step. */
interface Follower {
  partition: PartitionModel;
  cursor: string | undefined;
  seen: number;
}

/** Partitions of the service, and their expected state. */
export class ServiceModel {
  readonly partitions: PartitionModel[] = [];
  readonly answered: Answered[] = [];
  readonly followers: Follower[] = [];
  /** Imported rows, as they were sent. */
  readonly rows: { partition: PartitionModel; row: object }[] = [];
  #names = 0;

  constructor(
    readonly service: Listener,
    readonly database: Database,
  ) {}

  /** With the editor and the reader as members. */
  async addPartition(): Promise<PartitionModel> {
    const from = await this.clock();
    const partitionName = this.newName();
    const { body } = await this.service.call(createPartition, {
      as: 'owner',
      body: { partitionName },
    });
    const { id, createdDate } = body;
    const partition = new PartitionModel(id, createdDate);
    const owner = { userId: people.owner.userId, role: 'OWNER' as const, sinceDate: createdDate };
    const state = { name: partitionName, archived: false, members: [owner] };
    partition.changes.push({ from, until: await this.clock(), state });
    for (const [name, role] of [
      ['editor', 'EDITOR'],
      ['reader', 'READER'],
    ] as const) {
      const { userId } = people[name];
      await this.change(partition, async () => {
        const { body: member } = await this.service.call(putMember, {
          as: 'owner',
          params: { partitionId: id, userId },
          body: { role },
        });
        const { sinceDate } = member;
        return { members: [...partition.state.members, { userId, role, sinceDate }] };
      });
    }
    this.partitions.push(partition);
    this.followers.push(...[1, 2].map(() => ({ partition, cursor: undefined, seen: 0 })));
    return partition;
  }

  /** Changes a partition's state and records when; undefined if nothing changes. */
  async change(
    partition: PartitionModel,
    make: () => Promise<Partial<State> | undefined>,
  ): Promise<void> {
    const from = await this.clock();
    const changed = await make();
    if (!changed) return;
    const until = await this.clock();
    partition.changes.push({ from, until, state: { ...partition.state, ...changed } });
  }

  /** The time of the database, which has advanced when this returns. */
  async clock(): Promise<string> {
    const read = async () => {
      const [row] = await this.database.query<{ now: string }>(
        sql`select clock_timestamp() as now`,
        'model-clock',
      );
      return row?.now ?? '';
    };
    const moment = await read();
    while ((await read()) <= moment);
    return moment;
  }

  newName(): string {
    this.#names += 1;
    return `Partition ${this.#names}`;
  }
}

/** One of the items for any number; undefined if there are none. */
export const pick = <Item>(items: readonly Item[], n: number): Item | undefined =>
  items[n % items.length];

export function expectStatus(answer: Answer<unknown>, status: number): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
}

const digits = (n: number) => n.toString(16).padStart(12, '0');
export const unknownId = `01890a5d-ac96-774b-bcce-${digits(0xdead)}`;

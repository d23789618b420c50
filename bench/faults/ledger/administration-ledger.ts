import { randomInt, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MemberRole } from '@annals/contracts/permissions';
import { isUnknown, pauseAfterUnknownMs, type Call, type Caller } from '../caller.ts';
import { pause } from '../pause.ts';
import type { Tally } from './tally.ts';

const actions = [
  'partition.created',
  'partition.changed',
  'type.changed',
  'member.added',
  'member.changed',
  'member.removed',
] as const;
type Action = (typeof actions)[number];

/** What a partition is: what the calls changed, and how often each event was to be recorded. */
interface State {
  description: string;
  /** The number of JSON Schemas. */
  schemas: number;
  /** Besides the owner. */
  members: Readonly<Record<string, MemberRole>>;
  events: Readonly<Record<Action, number>>;
}

/** A call with the state after it. */
interface Step {
  call: Call;
  after: State;
}

interface Administered {
  name: string;
  id: string | undefined;
  state: State;
  /** The call whose response is missing. */
  pending: Step | undefined;
}

const created: State = {
  description: '',
  schemas: 0,
  members: {},
  // Whoever creates a partition is its owner without a further event.
  events: {
    'partition.created': 1,
    'partition.changed': 0,
    'type.changed': 0,
    'member.added': 0,
    'member.changed': 0,
    'member.removed': 0,
  },
};

/** What a killed server was about to record is recorded by another one after a minute, or never. */
const maxRecordingMs = 120_000;

/**
 * Changes members, settings and types of partitions, whose events the data service leaves to the authentication service.
 * Checks that there is no change without its event, and no event without its change.
 */
export class AdministrationLedger {
  readonly #tally: Tally;
  #people: readonly string[] = [];
  #partitions: Administered[] = [];
  #expected: Expected[] = [];
  /** The names of partitions that were not created. */
  #absent: string[] = [];
  #count = 0;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Creates the users who become members. */
  async setUp(caller: Caller): Promise<void> {
    const ids: string[] = [];
    for (const name of ['one', 'two']) {
      const data = { email: `member-${name}@example.org`, name };
      ids.push((await caller.must<{ id: string }>({ method: 'POST', url: '/v1/users', data })).id);
    }
    this.#people = ids;
  }

  /** One call after another until stopped. */
  async write(caller: Caller, writer: string, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      this.#count += 1;
      const partition: Administered = {
        name: `Administered ${writer} ${this.#count}`,
        id: undefined,
        state: created,
        pending: undefined,
      };
      this.#partitions.push(partition);
      const { status, body } = await caller.call<{ id: string }>({
        method: 'POST',
        url: '/v1/partitions',
        data: { partitionName: partition.name },
        idempotencyKey: randomUUID(),
      });
      if (!this.#isAcknowledged(status)) {
        await pause(pauseAfterUnknownMs);
        continue;
      }
      partition.id = body.id;
      for (let n = 0; n < stepsPerPartition && !stop.aborted; n += 1) {
        const step = this.#stepOf(partition, n);
        partition.pending = step;
        if (!this.#isAcknowledged((await caller.call(step.call)).status)) break;
        partition.state = step.after;
        partition.pending = undefined;
      }
    }
  }

  /** Checks the partitions of this round, and events of earlier ones that should be recorded by now. */
  async check(caller: Caller): Promise<void> {
    for (const partition of this.#partitions) await this.#checkOne(caller, partition);
    this.#partitions = [];
    const now = performance.now();
    const missing: Expected[] = [];
    for (const expected of this.#expected)
      if (!(await this.#isRecorded(caller, expected, now - expected.since > maxRecordingMs)))
        missing.push(expected);
    this.#expected = missing;
  }

  /** Waits for the events of the last rounds, and checks that nothing else was recorded. */
  async finish(caller: Caller): Promise<void> {
    while (this.#expected.length > 0) {
      await pause(250);
      await this.check(caller);
    }
    const recorded = await namesOfCreated(caller);
    for (const name of this.#absent)
      if (recorded.has(name))
        this.#tally.fault('partial', `${name} was not created, but the audit log says so`);
    this.#absent = [];
  }

  #stepOf({ id, state }: Administered, n: number): Step {
    const url = `/v1/partitions/${id}`;
    const [first = '', second = ''] = this.#people;
    const member = (userId: string, role: MemberRole): Step => ({
      call: { method: 'PUT', url: `${url}/users/${userId}`, data: { role } },
      after: {
        ...state,
        members: { ...state.members, [userId]: role },
        events: counted(state, userId in state.members ? 'member.changed' : 'member.added'),
      },
    });
    const removal = (userId: string): Step => {
      const { [userId]: _removed, ...members } = state.members;
      const call = { method: 'DELETE', url: `${url}/users/${userId}` } as const;
      return { call, after: { ...state, members, events: counted(state, 'member.removed') } };
    };
    const description = `Described ${n}`;
    const steps: Step[] = [
      member(first, state.members[first] === 'READER' ? 'EDITOR' : 'READER'),
      member(second, state.members[second] === 'READER' ? 'OWNER' : 'READER'),
      {
        call: { method: 'PATCH', url, data: { description } },
        after: { ...state, description, events: counted(state, 'partition.changed') },
      },
      ...Object.keys(state.members).map(removal),
      ...(state.schemas === 0
        ? [
            {
              call: {
                method: 'PUT',
                url: `${url}/types/ROW`,
                data: { jsonSchema: { type: 'object' } },
              } as const,
              after: { ...state, schemas: 1, events: counted(state, 'type.changed') },
            },
          ]
        : []),
    ];
    return steps[randomInt(steps.length)] as Step;
  }

  #isAcknowledged(status: number): boolean {
    const isAcknowledged = status >= 200 && status < 300;
    if (isAcknowledged) this.#tally.acknowledged.administration += 1;
    else if (!isUnknown(status))
      this.#tally.fault('other', `the change of a partition was answered ${status}`);
    return isAcknowledged;
  }

  async #checkOne(caller: Caller, partition: Administered): Promise<void> {
    const id = partition.id ?? (await findByName(caller, partition.name));
    if (partition.id === undefined)
      this.#tally.unanswered[id === undefined ? 'notWritten' : 'written'] += 1;
    if (id === undefined) {
      this.#absent.push(partition.name);
      return;
    }
    const { state, pending } = partition;
    const stored = await readState(caller, id);
    const isWritten = pending !== undefined && isSame(stored, pending.after);
    if (pending) this.#tally.unanswered[isWritten ? 'written' : 'notWritten'] += 1;
    const expected = isWritten ? pending.after : state;
    if (!isSame(stored, expected)) this.#tally.fault('lost', `a change of ${partition.name}`);
    const { events } = expected;
    this.#expected.push({ id, name: partition.name, events, since: performance.now() });
  }

  async #isRecorded(
    caller: Caller,
    { id, name, events }: Expected,
    isLate: boolean,
  ): Promise<boolean> {
    const recorded = await countEvents(caller, id);
    const isSame = isDeepStrictEqual(recorded, events);
    if (!isSame && !isLate) return false;
    this.#tally.eventsCompared += Object.values(events).reduce((sum, count) => sum + count, 0);
    if (!isSame)
      this.#tally.fault(
        'partial',
        `${name}: expected the events ${JSON.stringify(events)}, but the audit log has ${JSON.stringify(recorded)}`,
      );
    return true;
  }
}

/** The events of a partition that does not change any more. */
interface Expected {
  id: string;
  name: string;
  events: State['events'];
  /** When they were known, by this process. */
  since: number;
}

const stepsPerPartition = 12;

const counted = ({ events }: State, action: Action) => ({
  ...events,
  [action]: events[action] + 1,
});

const isSame = (stored: Omit<State, 'events'>, { events: _events, ...state }: State): boolean =>
  isDeepStrictEqual(stored, state);

async function findByName(caller: Caller, name: string): Promise<string | undefined> {
  const { data } = await caller.must<{ data: { id: string; partitionName: string }[] }>({
    url: `/v1/partitions?name=${encodeURIComponent(name)}`,
  });
  return data.find(({ partitionName }) => partitionName === name)?.id;
}

/** Of all partitions that the audit log says were created. */
async function namesOfCreated(caller: Caller): Promise<Set<string>> {
  const names = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: CreatedPage = await caller.must<CreatedPage>({
      url: `/authentication/v1/events?action=partition.created&pageSize=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    });
    for (const { after } of page.data) names.add(after.partition.name);
    cursor = page.hasMore ? (page.nextCursor ?? null) : null;
  }
  return names;
}

interface CreatedPage {
  data: { after: { partition: { name: string } } }[];
  hasMore: boolean;
  nextCursor?: string | null;
}

async function readState(caller: Caller, id: string): Promise<Omit<State, 'events'>> {
  const url = `/v1/partitions/${id}`;
  const { description } = await caller.must<{ description: string | null }>({ url });
  const { data: members } = await caller.must<{ data: { userId: string; role: MemberRole }[] }>({
    url: `${url}/users`,
  });
  const { data: types } = await caller.must<{ data: { version: number }[] }>({
    url: `${url}/types`,
  });
  const owner = await caller.must<{ id: string }>({ url: '/v1/users/current' });
  return {
    description: description ?? '',
    schemas: types.filter(({ version }) => version > 0).length,
    members: Object.fromEntries(
      members.flatMap(({ userId, role }) => (userId === owner.id ? [] : [[userId, role]])),
    ),
  };
}

async function countEvents(caller: Caller, id: string): Promise<Record<Action, number>> {
  const { data } = await caller.must<{ data: { action: string }[] }>({
    url: `/authentication/v1/events?pageSize=200&subject=partition/${id}`,
  });
  return Object.fromEntries(
    actions.map((action) => [action, data.filter((event) => event.action === action).length]),
  ) as Record<Action, number>;
}

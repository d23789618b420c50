import { randomUUID } from 'node:crypto';
import { isUnknown, type Caller } from '../caller.ts';
import { pause } from '../pause.ts';
import type { Tally } from './tally.ts';

interface User {
  id: string;
  name: string;
  roles: string[];
}

interface Page {
  data: { action: string }[];
  hasMore: boolean;
}

type Act = 'user.changed' | 'user.roleAdded' | 'user.roleRemoved';

/** A user that was requested, and its possible states: more than one while a response is missing. */
interface Known {
  email: string;
  key: string;
  id: string | undefined;
  name: string;
  hasRole: boolean;
  /** The number of acknowledgements per action. */
  acts: Record<Act, number>;
  open: { act: Act; name: string; hasRole: boolean } | undefined;
}

const role = 'AUDITOR';
/** The pause of a writer that received no response. */
const untilNextMs = 250;

/** The requested users, and the check that each action is stored completely, with its audit event, or not at all. */
export class UserLedger {
  readonly #tally: Tally;
  #known: Known[] = [];
  #count = 0;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Invites users, changes their names and roles, one call after another until stopped. */
  async write(caller: Caller, writer: string, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const known = await this.#invite(caller, writer);
      if (!known) {
        await pause(untilNextMs);
        continue;
      }
      for (const turn of [0, 1, 2])
        if (known.open === undefined && !stop.aborted) await this.#change(caller, known, turn);
    }
  }

  /** Checks all users of this round, then discards them. */
  async check(caller: Caller): Promise<void> {
    for (const known of this.#known) await this.#checkOne(caller, known);
    this.#known = [];
  }

  async #invite(caller: Caller, writer: string): Promise<Known | undefined> {
    this.#count += 1;
    const name = `${writer} ${this.#count}`;
    const known: Known = {
      email: `${writer}-${this.#count}@example.org`,
      key: randomUUID(),
      id: undefined,
      name,
      hasRole: false,
      acts: { 'user.changed': 0, 'user.roleAdded': 0, 'user.roleRemoved': 0 },
      open: undefined,
    };
    this.#known.push(known);
    const data = { email: known.email, name };
    const call = { method: 'POST', url: '/v1/users', data, key: known.key } as const;
    const { status, body } = await caller.call<User>(call);
    if (!this.#acknowledged(status)) return undefined;
    known.id = body.id;
    return known;
  }

  async #change(caller: Caller, known: Known, turn: number): Promise<void> {
    const url = `/v1/users/${known.id}`;
    const [call, open] =
      turn === 0
        ? [
            { method: 'PATCH', url, data: { name: `${known.name}, changed` } } as const,
            { act: 'user.changed', name: `${known.name}, changed`, hasRole: false } as const,
          ]
        : [
            { method: turn === 1 ? 'PUT' : 'DELETE', url: `${url}/roles?role=${role}` } as const,
            {
              act: turn === 1 ? 'user.roleAdded' : 'user.roleRemoved',
              name: known.name,
              hasRole: turn === 1,
            } as const,
          ];
    known.open = open;
    const { status } = await caller.call<User>(call);
    if (!this.#acknowledged(status)) return;
    settle(known, open);
  }

  #acknowledged(status: number): boolean {
    const isAcknowledged = status >= 200 && status < 300;
    if (isAcknowledged) this.#tally.acknowledged.users += 1;
    else if (!isUnknown(status)) this.#tally.fault('other', `a user’s act was answered ${status}`);
    return isAcknowledged;
  }

  async #checkOne(caller: Caller, known: Known): Promise<void> {
    const { status, body } = await caller.call<User>({
      url: `/v1/users/forName/${encodeURIComponent(known.email)}`,
    });
    const isThere = status === 200;
    if (known.id === undefined) this.#tally.unanswered[isThere ? 'written' : 'notWritten'] += 1;
    if (!isThere) {
      if (status !== 404) this.#tally.fault('other', `a user was answered ${status}`);
      else if (known.id !== undefined) this.#tally.fault('lost', `the user ${known.email}`);
      return;
    }
    const { open } = known;
    const hasRole = body.roles.includes(role);
    if (open && body.name === open.name && hasRole === open.hasRole) {
      this.#tally.unanswered.written += 1;
      settle(known, open);
    } else if (open) this.#tally.unanswered.notWritten += 1;
    if (body.name !== known.name || hasRole !== known.hasRole)
      this.#tally.fault('lost', `${known.email} is "${body.name}" ${String(hasRole)}`);
    await this.#checkTrail(caller, known, body.id);
  }

  async #checkTrail(caller: Caller, { email, acts }: Known, id: string): Promise<void> {
    const { data } = await caller.must<Page>({
      url: `/authentication/v1/events?pageSize=200&subject=user/${id}`,
    });
    const expected = { 'user.created': 1, ...acts };
    for (const [action, count] of Object.entries(expected)) {
      const reported = data.filter((event) => event.action === action).length;
      if (reported !== count)
        this.#tally.fault('half', `${email}: ${count} × ${action}, in the trail ${reported}`);
    }
  }
}

function settle(known: Known, { act, name, hasRole }: NonNullable<Known['open']>): void {
  known.acts[act] += 1;
  known.name = name;
  known.hasRole = hasRole;
  known.open = undefined;
}

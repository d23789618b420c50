import { randomUUID } from 'node:crypto';
import { isUnknown, pauseAfterUnknownMs, type Caller } from '../caller.ts';
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

type UserAction = 'user.changed' | 'user.roleAdded' | 'user.roleRemoved';

/** An invited user: the acknowledged state, and the state after a change whose response is missing. */
interface InvitedUser {
  email: string;
  id: string | undefined;
  name: string;
  hasRole: boolean;
  /** The number of acknowledgements per action. */
  acknowledged: Record<UserAction, number>;
  /** The change whose response is missing. */
  pending: { action: UserAction; name: string; hasRole: boolean } | undefined;
}

const role = 'AUDITOR';

/** Writes users, and checks that each action is stored completely, with its audit event, or not at all. */
export class UserLedger {
  readonly #tally: Tally;
  #users: InvitedUser[] = [];
  #count = 0;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Invites users, changes their names and roles, one call after another until stopped. */
  async write(caller: Caller, writer: string, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const user = await this.#invite(caller, writer);
      if (!user) {
        await pause(pauseAfterUnknownMs);
        continue;
      }
      for (const step of [0, 1, 2])
        if (user.pending === undefined && !stop.aborted) await this.#change(caller, user, step);
    }
  }

  /** Checks all users of this round, then discards them. */
  async check(caller: Caller): Promise<void> {
    for (const user of this.#users) await this.#checkOne(caller, user);
    this.#users = [];
  }

  async #invite(caller: Caller, writer: string): Promise<InvitedUser | undefined> {
    this.#count += 1;
    const name = `${writer} ${this.#count}`;
    const user: InvitedUser = {
      email: `${writer}-${this.#count}@example.org`,
      id: undefined,
      name,
      hasRole: false,
      acknowledged: { 'user.changed': 0, 'user.roleAdded': 0, 'user.roleRemoved': 0 },
      pending: undefined,
    };
    this.#users.push(user);
    const data = { email: user.email, name };
    const { status, body } = await caller.call<User>({
      method: 'POST',
      url: '/v1/users',
      data,
      idempotencyKey: randomUUID(),
    });
    if (!this.#recordStatus(status)) return undefined;
    user.id = body.id;
    return user;
  }

  async #change(caller: Caller, user: InvitedUser, step: number): Promise<void> {
    const url = `/v1/users/${user.id}`;
    const [call, pending] =
      step === 0
        ? [
            { method: 'PATCH', url, data: { name: `${user.name}, changed` } } as const,
            { action: 'user.changed', name: `${user.name}, changed`, hasRole: false } as const,
          ]
        : [
            { method: step === 1 ? 'PUT' : 'DELETE', url: `${url}/roles?role=${role}` } as const,
            {
              action: step === 1 ? 'user.roleAdded' : 'user.roleRemoved',
              name: user.name,
              hasRole: step === 1,
            } as const,
          ];
    user.pending = pending;
    const { status } = await caller.call<User>(call);
    if (!this.#recordStatus(status)) return;
    apply(user, pending);
  }

  /** Returns whether the write was acknowledged. */
  #recordStatus(status: number): boolean {
    const isAcknowledged = status >= 200 && status < 300;
    if (isAcknowledged) this.#tally.acknowledged.users += 1;
    else if (!isUnknown(status))
      this.#tally.fault('other', `the change of a user was answered ${status}`);
    return isAcknowledged;
  }

  async #checkOne(caller: Caller, user: InvitedUser): Promise<void> {
    const { status, body } = await caller.call<User>({
      url: `/v1/users/forName/${encodeURIComponent(user.email)}`,
    });
    const exists = status === 200;
    if (user.id === undefined) this.#tally.unanswered[exists ? 'written' : 'notWritten'] += 1;
    if (!exists) {
      if (status !== 404) this.#tally.fault('other', `the read of a user was answered ${status}`);
      else if (user.id !== undefined) this.#tally.fault('lost', `the user ${user.email}`);
      return;
    }
    const { pending } = user;
    const hasRole = body.roles.includes(role);
    if (pending && body.name === pending.name && hasRole === pending.hasRole) {
      this.#tally.unanswered.written += 1;
      apply(user, pending);
    } else if (pending) this.#tally.unanswered.notWritten += 1;
    if (body.name !== user.name || hasRole !== user.hasRole)
      this.#tally.fault(
        'lost',
        `${user.email} has the name "${body.name}" and ${hasRole ? 'the' : 'no'} role`,
      );
    await this.#checkAuditEvents(caller, user, body.id);
  }

  async #checkAuditEvents(
    caller: Caller,
    { email, acknowledged }: InvitedUser,
    id: string,
  ): Promise<void> {
    const { data } = await caller.must<Page>({
      url: `/authentication/v1/events?pageSize=200&subject=user/${id}`,
    });
    const expected = { 'user.created': 1, ...acknowledged };
    for (const [action, count] of Object.entries(expected)) {
      const reported = data.filter((event) => event.action === action).length;
      if (reported !== count)
        this.#tally.fault(
          'partial',
          `${email}: ${count} × ${action}, but ${reported} in the audit log`,
        );
    }
  }
}

function apply(
  user: InvitedUser,
  { action, name, hasRole }: NonNullable<InvitedUser['pending']>,
): void {
  user.acknowledged[action] += 1;
  user.name = name;
  user.hasRole = hasRole;
  user.pending = undefined;
}

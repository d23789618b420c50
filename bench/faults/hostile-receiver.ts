import type { ServerResponse } from 'node:http';
import {
  answer,
  drop,
  hang,
  verify,
  WebhookReceiver,
  type Reaction,
  type Received,
} from '@annals/kit/testing/webhook-receiver';
import { pause } from './pause.ts';

export const misbehaviours = ['dropped', 'refused', 'hung'] as const;
export type Misbehaviour = (typeof misbehaviours)[number];

const reactions: Record<Misbehaviour, Reaction> = {
  dropped: drop,
  refused: answer(500),
  hung: hang,
};

/** For a round without messages. */
const maxPauseMs = 5_000;

/**
 * A webhook receiver that records incoming messages, responds badly to some of them, and is unavailable when
 * told to be.
 */
export class HostileReceiver {
  readonly #receiver: WebhookReceiver;
  readonly #faults: string[] = [];
  /** Accepted messages by number: how often, and which message and version it was. */
  readonly #accepted = new Map<number, { times: number; messageId: string; objectId: string }>();
  readonly misbehaved: Record<Misbehaviour, number> = { dropped: 0, refused: 0, hung: 0 };
  #next: Misbehaviour | undefined;
  /**
   * A good response follows each bad one: consecutive failures lead to pauses of hours, which only the outage
   * should have.
   */
  #owesSuccess = false;
  #isCalm = false;
  #isThere = true;
  requests = 0;
  secret = '';

  private constructor(receiver: WebhookReceiver) {
    this.#receiver = receiver;
    receiver.usually = (received, response) => this.#take(received, response);
  }

  static async start(): Promise<HostileReceiver> {
    return new HostileReceiver(await WebhookReceiver.start());
  }

  get isThere(): boolean {
    return this.#isThere;
  }

  get host(): string {
    return this.#receiver.host;
  }

  get url(): string {
    return this.#receiver.url;
  }

  get arrived(): number {
    return this.#accepted.size;
  }

  /**
   * Messages that arrived again after they were accepted, because the server was killed before it recorded the
   * acceptance.
   */
  get repeated(): number {
    return [...this.#accepted.values()].filter(({ times }) => times > 1).length;
  }

  /** Makes the response to the next message bad, unless the previous one was. */
  misbehave(how: Misbehaviour): void {
    this.#next = how;
  }

  /** Accepts every message from now on: each bad response costs a pause, and thousands of messages may be waiting. */
  calmDown(): void {
    this.#isCalm = true;
  }

  /**
   * Resolves after the next request, or after a timeout: another server may still hold the webhook since the
   * last kill.
   */
  async takesMore(): Promise<void> {
    const before = this.requests;
    const started = performance.now();
    while (this.requests === before && performance.now() - started < maxPauseMs) await pause(20);
  }

  /** Pending bad responses are dropped: after the outage every message is accepted. */
  async leave(): Promise<void> {
    this.#isThere = false;
    await this.#receiver.close();
    this.#next = undefined;
    this.#owesSuccess = true;
  }

  async comeBack(): Promise<void> {
    await this.#receiver.reopen();
    this.#isThere = true;
  }

  /**
   * Returns the problems found.
   * @param written the number of the newest version
   * @param acknowledged the acknowledged versions by number
   */
  faultsOf(written: number, acknowledged: ReadonlyMap<number, string>): string[] {
    const wrong: string[] = [];
    for (let number = 1; number <= written; number += 1)
      if (!this.#accepted.has(number)) wrong.push(`version ${number} did not arrive`);
    for (const [number, objectId] of acknowledged)
      if (this.#accepted.get(number)?.objectId !== objectId)
        wrong.push(`version ${number} is not the one that was acknowledged`);
    return [...this.#faults, ...wrong].slice(0, 20);
  }

  async close(): Promise<void> {
    if (this.isThere) await this.leave();
  }

  #take(received: Received, response: ServerResponse): void {
    this.requests += 1;
    // The messages are recorded here in less memory.
    this.#receiver.forget();
    try {
      verify(this.secret, received);
    } catch (error) {
      this.#faults.push(`a message is not signed: ${String(error)}`);
    }
    const { sequence, objectId } = received.data as { sequence: number; objectId: string };
    const messageId = received.id;
    if (sequence > this.#accepted.size + 1)
      this.#faults.push(`version ${sequence} came before ${this.#accepted.size + 1}`);
    const known = this.#accepted.get(sequence);
    if (known && (known.messageId !== messageId || known.objectId !== objectId))
      this.#faults.push(`version ${sequence} came again as another message`);
    const takes = this.#owesSuccess || this.#isCalm;
    const how = takes ? undefined : (this.#next ?? byChance());
    this.#owesSuccess = how !== undefined;
    if (how === undefined) {
      this.#accepted.set(sequence, { times: (known?.times ?? 0) + 1, messageId, objectId });
      response.end();
      return;
    }
    this.#next = undefined;
    this.misbehaved[how] += 1;
    reactions[how](received, response);
  }
}

function byChance(): Misbehaviour | undefined {
  const chance = Math.random();
  if (chance < 0.01) return 'dropped';
  return chance < 0.02 ? 'refused' : undefined;
}

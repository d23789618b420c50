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

/** A round may have no messages. */
const maxRequestWaitMs = 5_000;

/** A webhook receiver that records incoming messages, misbehaves on some of them, and can be taken down. */
export class HostileReceiver {
  readonly #receiver: WebhookReceiver;
  readonly #faults: string[] = [];
  /** Accepted messages by number: how often, and which message and version it was. */
  readonly #accepted = new Map<number, { times: number; messageId: string; objectId: string }>();
  readonly misbehaved: Record<Misbehaviour, number> = { dropped: 0, refused: 0, hung: 0 };
  #next: Misbehaviour | undefined;
  /**
   * A misbehaviour is followed by a success: consecutive failures lead to pauses of hours, which only the outage
   * should cause.
   */
  #owesSuccess = false;
  #acceptsEverything = false;
  #isAvailable = true;
  requests = 0;
  secret = '';

  private constructor(receiver: WebhookReceiver) {
    this.#receiver = receiver;
    receiver.defaultReaction = (received, response) => this.#receive(received, response);
  }

  static async start(): Promise<HostileReceiver> {
    return new HostileReceiver(await WebhookReceiver.start());
  }

  get isAvailable(): boolean {
    return this.#isAvailable;
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

  /** Misbehaves on the next message, or on the one after it if the previous message was not accepted. */
  misbehaveOnce(how: Misbehaviour): void {
    this.#next = how;
  }

  /** Accepts every message from now on: each misbehaviour costs a pause, and thousands of messages may be pending. */
  acceptEverything(): void {
    this.#acceptsEverything = true;
  }

  /**
   * Resolves after the next request, or after a timeout: the killed server may still hold the webhook's lease.
   */
  async nextRequest(): Promise<void> {
    const before = this.requests;
    const started = performance.now();
    while (this.requests === before && performance.now() - started < maxRequestWaitMs)
      await pause(20);
  }

  /** Becomes unavailable. Drops a pending misbehaviour, so that the first message after the outage is accepted. */
  async goDown(): Promise<void> {
    this.#isAvailable = false;
    await this.#receiver.close();
    this.#next = undefined;
    this.#owesSuccess = true;
  }

  /** Becomes available again at the same address. */
  async comeUp(): Promise<void> {
    await this.#receiver.reopen();
    this.#isAvailable = true;
  }

  /**
   * Returns the problems found.
   * @param written the number of the newest version
   * @param acknowledged the acknowledged versions by number
   */
  findFaults(written: number, acknowledged: ReadonlyMap<number, string>): string[] {
    const wrong: string[] = [];
    for (let number = 1; number <= written; number += 1)
      if (!this.#accepted.has(number)) wrong.push(`version ${number} did not arrive`);
    for (const [number, objectId] of acknowledged)
      if (this.#accepted.get(number)?.objectId !== objectId)
        wrong.push(`version ${number} is not the one that was acknowledged`);
    return [...this.#faults, ...wrong].slice(0, 20);
  }

  async close(): Promise<void> {
    if (this.isAvailable) await this.goDown();
  }

  #receive(received: Received, response: ServerResponse): void {
    this.requests += 1;
    // The messages are recorded here in less memory.
    this.#receiver.reset();
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
    const accepts = this.#owesSuccess || this.#acceptsEverything;
    const how = accepts ? undefined : (this.#next ?? randomMisbehaviour());
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

function randomMisbehaviour(): Misbehaviour | undefined {
  const chance = Math.random();
  if (chance < 0.01) return 'dropped';
  return chance < 0.02 ? 'refused' : undefined;
}

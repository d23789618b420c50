import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { pause } from './pause.ts';

export const misbehaviours = ['dropped', 'refused', 'hung'] as const;
export type Misbehaviour = (typeof misbehaviours)[number];

/** Of a round without a message. */
const longestPauseMs = 5_000;

/** A program that takes messages, answers some of them badly, and is away when it is told to be. */
export class WebhookReceiver {
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server that is killed while it sends.
    request.on('error', () => undefined);
    request.on('end', () => {
      this.#take(
        Buffer.concat(chunks).toString(),
        request.headers as Record<string, string>,
        response,
      );
    });
  });
  readonly #faults: string[] = [];
  /** By number: how often it was answered with success, and which message and version it was. */
  readonly #accepted = new Map<number, { times: number; messageId: string; objectId: string }>();
  readonly misbehaved: Record<Misbehaviour, number> = { dropped: 0, refused: 0, hung: 0 };
  #next: Misbehaviour | undefined;
  requests = 0;
  secret = '';
  host = '';

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    receiver.host = `127.0.0.1:${(receiver.#server.address() as AddressInfo).port}`;
    return receiver;
  }

  get isThere(): boolean {
    return this.#server.listening;
  }

  get url(): string {
    return `http://${this.host}/`;
  }

  get arrived(): number {
    return this.#accepted.size;
  }

  /** Messages that came again after they had been accepted: the server was killed before it knew. */
  get repeated(): number {
    return [...this.#accepted.values()].filter(({ times }) => times > 1).length;
  }

  /** Answers the next message badly. */
  misbehave(how: Misbehaviour): void {
    this.#next = how;
  }

  /** Resolves after the next request, or after a while: somebody may hold the webhook since the last kill. */
  async takesMore(): Promise<void> {
    const before = this.requests;
    const started = performance.now();
    while (this.requests === before && performance.now() - started < longestPauseMs)
      await pause(20);
  }

  /** Takes no connection any more, as when its machine is gone. */
  async leave(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async comeBack(): Promise<void> {
    this.#server.listen(Number(this.host.split(':')[1]), '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /**
   * What is wrong.
   * @param written the number of the newest version
   * @param acknowledged the versions whose writer had an answer, by their numbers
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

  #take(body: string, headers: Record<string, string>, response: ServerResponse): void {
    this.requests += 1;
    try {
      new Webhook(this.secret).verify(body, headers);
    } catch (error) {
      this.#faults.push(`a message is not signed: ${String(error)}`);
    }
    const { data } = JSON.parse(body) as { data: { sequence: number; objectId: string } };
    const { sequence, objectId } = data;
    const messageId = headers['webhook-id'] ?? '';
    if (sequence > this.#accepted.size + 1)
      this.#faults.push(`version ${sequence} came before ${this.#accepted.size + 1}`);
    const known = this.#accepted.get(sequence);
    if (known && (known.messageId !== messageId || known.objectId !== objectId))
      this.#faults.push(`version ${sequence} came again as another message`);
    const how = this.#next ?? byChance();
    this.#next = undefined;
    if (how === undefined) {
      this.#accepted.set(sequence, { times: (known?.times ?? 0) + 1, messageId, objectId });
      response.end();
      return;
    }
    this.misbehaved[how] += 1;
    if (how === 'dropped') response.destroy();
    else if (how === 'refused') response.writeHead(500).end();
  }
}

function byChance(): Misbehaviour | undefined {
  const chance = Math.random();
  if (chance < 0.01) return 'dropped';
  return chance < 0.02 ? 'refused' : undefined;
}

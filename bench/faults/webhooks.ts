import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Caller } from './caller.ts';
import { SharedSession } from './ledger/session.ts';
import { Tally } from './ledger/tally.ts';
import { anyOf, pause } from './pause.ts';
import { writeResult } from './result.ts';
import { ServerProcess } from './server-process.ts';
import { databases, openStore, type DatabaseKind, type Store } from './store.ts';

interface Given {
  rounds: number | undefined;
  database: string | undefined;
  port: number;
}

const usualRounds = 50;
const writers = 4;
/** Of a round without a message. */
const longestPauseMs = 5_000;
/** Until everything has to have arrived after the last kill. */
const longestDrainMs = 10 * 60_000;

/**
 * Kills the server again and again while versions are written and their receiver drops, refuses and hangs: every version has to
 * arrive, in order, signed, none missing. On both databases unless one is named.
 * @returns whether it did
 */
export async function killWhileSending(given: Given): Promise<boolean> {
  let passed = true;
  for (const database of databases) {
    if (given.database !== undefined && given.database !== database) continue;
    const store = await openStore(database);
    try {
      const { rounds = usualRounds, port } = given;
      if (!(await run({ rounds, database, port }, store))) passed = false;
    } finally {
      await store.remove();
    }
  }
  return passed;
}

async function run(
  { rounds, database, port }: { rounds: number; database: DatabaseKind; port: number },
  { variables }: Store,
): Promise<boolean> {
  const receiver = await Receiver.start();
  try {
    const start = () =>
      new ServerProcess({ port, variables: { ...variables, WEBHOOK_HOSTS: receiver.host } });
    let server = start();
    await server.ready();
    while (!server.output.includes('Ready.')) await pause(10);
    const session = new SharedSession(new Tally());
    const caller = new Caller(server.origin);
    await session.setUp(caller, server.output);
    const { id: partitionId } = await caller.must<{ id: string }>({
      method: 'POST',
      url: '/v1/partitions',
      data: { partitionName: 'Sent' },
    });
    const base = `/v1/partitions/${partitionId}`;
    const webhook = await caller.must<{ id: string; secret: string }>({
      method: 'POST',
      url: `${base}/webhooks`,
      data: {
        url: receiver.url,
        eventTypes: ['object.created', 'object.changed', 'object.ended', 'object.restored'],
        includeData: true,
      },
    });
    receiver.secret = webhook.secret;
    for (let round = 1; round <= rounds; round += 1) {
      const stop = new AbortController();
      const writing = Promise.all([
        session.refreshUntil(caller, stop.signal),
        ...Array.from({ length: writers }, () => write(caller, base, stop.signal)),
      ]);
      await receiver.takesMore();
      await pause(anyOf(0, 2_000));
      const killed = server.end('SIGKILL');
      stop.abort();
      await Promise.all([killed, writing]);
      server = start();
      await server.ready();
      await session.check(caller);
    }
    const { behind, drainMs } = await drained(caller, session, `${base}/webhooks/${webhook.id}`);
    const written = await newestSequence(caller, base);
    await server.end('SIGTERM');
    const faults = receiver.faultsOf(written);
    if (behind > 0) faults.push(`${behind} entries of the log were not sent in ten minutes`);
    const passed = faults.length === 0 && written > 0;
    const { misbehaved, requests, repeated } = receiver;
    await writeResult(
      `webhooks-${database}`,
      {
        rounds,
        written,
        arrived: receiver.arrived,
        requests,
        repeated,
        misbehaved,
        drainMs,
        statuses: Object.fromEntries(caller.statuses),
        faults,
      },
      passed,
    );
    return passed;
  } finally {
    await receiver.close();
  }
}

/** Writes one object after the other until told to stop, and then versions of it. */
async function write(caller: Caller, base: string, stop: AbortSignal): Promise<void> {
  let head: { id: string; timelineId: string } | undefined;
  for (let number = 0; !stop.aborted; number += 1) {
    const from = head && { timelineId: head.timelineId, predecessorId: head.id };
    const { status, body } = await caller.call<{ id: string; timelineId: string }>({
      method: 'POST',
      url: `${base}/objects`,
      data: { type: 'COUNTER', objectData: { number }, ...from },
    });
    head = status === 201 && number % 5 !== 4 ? body : undefined;
    await pause(anyOf(20, 120));
  }
}

async function drained(
  caller: Caller,
  session: SharedSession,
  url: string,
): Promise<{ behind: number; drainMs: number }> {
  const started = performance.now();
  for (;;) {
    const { behind } = await caller.must<{ behind: number }>({ url });
    const drainMs = Math.round(performance.now() - started);
    if (behind === 0 || drainMs > longestDrainMs) return { behind, drainMs };
    await pause(1_000);
    await session.check(caller);
  }
}

async function newestSequence(caller: Caller, base: string): Promise<number> {
  const { data } = await caller.must<{ data: { sequence: number }[] }>({
    url: `${base}/objects/recent?pageSize=1`,
  });
  return data[0]?.sequence ?? 0;
}

/** A program that takes messages and answers some of them badly. */
class Receiver {
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
  /** By number, how often it was answered with success. */
  readonly #accepted = new Map<number, number>();
  readonly misbehaved = { dropped: 0, refused: 0, hung: 0 };
  requests = 0;
  secret = '';
  host = '';

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    receiver.host = `127.0.0.1:${(receiver.#server.address() as AddressInfo).port}`;
    return receiver;
  }

  /** Resolves after the next request, or after a while: somebody may hold the webhook since the last kill. */
  async takesMore(): Promise<void> {
    const before = this.requests;
    const started = performance.now();
    while (this.requests === before && performance.now() - started < longestPauseMs)
      await pause(20);
  }

  get url(): string {
    return `http://${this.host}/`;
  }

  get arrived(): number {
    return this.#accepted.size;
  }

  /** Messages that came again after they had been accepted: the server was killed before it knew. */
  get repeated(): number {
    return [...this.#accepted.values()].filter((times) => times > 1).length;
  }

  /** What is wrong, when versions up to this number were written. */
  faultsOf(written: number): string[] {
    const missing: string[] = [];
    for (let number = 1; number <= written; number += 1)
      if (!this.#accepted.has(number)) missing.push(`version ${number} did not arrive`);
    return [...this.#faults, ...missing].slice(0, 20);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(body: string, headers: Record<string, string>, response: ServerResponse): void {
    this.requests += 1;
    try {
      new Webhook(this.secret).verify(body, headers);
    } catch (error) {
      this.#faults.push(`a message is not signed: ${String(error)}`);
    }
    const { data } = JSON.parse(body) as { data: { sequence: number } };
    const { sequence } = data;
    if (sequence > this.#accepted.size + 1)
      this.#faults.push(`version ${sequence} came before ${this.#accepted.size + 1}`);
    const chance = Math.random();
    if (chance < 0.01) {
      this.misbehaved.dropped += 1;
      response.destroy();
    } else if (chance < 0.02) {
      this.misbehaved.refused += 1;
      response.writeHead(500).end();
    } else if (chance < 0.022) this.misbehaved.hung += 1;
    else {
      this.#accepted.set(sequence, (this.#accepted.get(sequence) ?? 0) + 1);
      response.end();
    }
  }
}

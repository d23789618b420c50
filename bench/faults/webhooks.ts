import path from 'node:path';
import sql from 'sql-template-tag';
import { openDatabase } from '@annals/kit/database/database';
import { Caller, isUnknown } from './caller.ts';
import { SharedSession } from './ledger/session.ts';
import { Tally } from './ledger/tally.ts';
import { randomBetween, pause } from './pause.ts';
import type { ScriptOptions } from './options.ts';
import { writeResult } from './result.ts';
import { ServerProcess } from './server-process.ts';
import { openStore, selectDatabases, type DatabaseKind, type Store } from './store.ts';
import { HostileReceiver, misbehaviours } from './hostile-receiver.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const defaultRounds = 50;
const writers = 4;
/** The time limit for the last deliveries after the final kill. */
const maxDrainMs = 10 * minute;
/** The time limit for an overdue attempt to fail. */
const maxWaitMs = 2 * minute;
/** Longer than the server waits for a response. */
const hangMs = 17 * second;
/** The duration of the receiver's outage. */
const outageMs = hour;

/** The pauses after failed attempts from decision 0064; each may be up to a fifth shorter or longer. */
const documentedPauses = [
  2 * second,
  10 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
];
/** The time between an attempt and the transaction that records it. */
const slackMs = 10 * second;

/**
 * Repeatedly kills the server while versions are written and their receiver drops connections, refuses, hangs
 * and is unavailable for an hour. Every version has to arrive in order and signed, and the reported delay has
 * to be correct. Runs on both databases unless one is named.
 * @returns whether all of this holds
 */
export async function killDuringDelivery(options: ScriptOptions): Promise<boolean> {
  let passed = true;
  for (const database of selectDatabases(options.database)) {
    const store = await openStore(database);
    try {
      const { rounds = defaultRounds, port } = options;
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
  const receiver = await HostileReceiver.start();
  const delivery = new DeliveryRun(port, variables, receiver);
  try {
    await delivery.begin();
    let outage: Outage | undefined;
    for (let round = 1; round <= rounds; round += 1) {
      await delivery.killAround(async () => {
        const how = misbehaviours[round % misbehaviours.length] ?? 'dropped';
        receiver.misbehaveOnce(how);
        await receiver.nextRequest();
        const waitsForTimeout = how === 'hung' && round % 2 === 0;
        await pause(waitsForTimeout ? hangMs : randomBetween(0, 2_000));
      });
      if (round === Math.ceil(rounds / 2)) outage = await delivery.runOutage();
    }
    receiver.acceptEverything();
    const { behind, drainMs } = await delivery.drain();
    const written = await delivery.newestSequence();
    const statuses = Object.fromEntries(delivery.caller.statuses);
    const faults = [...delivery.faults, ...receiver.findFaults(written, delivery.acknowledged)];
    if (behind > 0) faults.push(`${behind} entries of the log were not sent in ten minutes`);
    const passed = faults.length === 0 && written > 0;
    const { misbehaved, requests, repeated, arrived } = receiver;
    await writeResult(
      `webhooks-${database}`,
      {
        kills: delivery.kills,
        written,
        acknowledged: delivery.acknowledged.size,
        arrived,
        requests,
        repeated,
        misbehaved,
        outage,
        drainMs,
        statuses,
        faults,
      },
      passed,
    );
    return passed;
  } finally {
    await delivery.end();
    await receiver.close();
  }
}

interface WebhookState {
  state: string;
  behind: number;
  behindSinceDate: string | null;
  failingSinceDate: string | null;
  nextAttemptDate: string | null;
}

interface Attempt {
  id: string;
  number: number;
  attemptDate: string;
  durationMs: number;
  outcome: string;
}

interface Outage {
  /** The duration of the outage: the elapsed time and the simulated time. */
  awayMinutes: number;
  /** The pauses after failed attempts, in seconds. */
  pauses: number[];
  /** The highest number of pending entries. */
  behind: number;
}

/** A server that is killed, its writers, and the webhook that delivers what they write. */
class DeliveryRun {
  readonly acknowledged = new Map<number, string>();
  readonly faults: string[] = [];
  readonly caller: Caller;
  kills = 0;
  readonly #start: () => ServerProcess;
  readonly #variables: Record<string, string>;
  readonly #receiver: HostileReceiver;
  readonly #session = new SharedSession(new Tally());
  #server: ServerProcess;
  #partition = '';
  #webhookId = '';

  constructor(port: number, variables: Record<string, string>, receiver: HostileReceiver) {
    this.#start = () =>
      new ServerProcess({ port, variables: { ...variables, WEBHOOK_HOSTS: receiver.host } });
    this.#variables = variables;
    this.#receiver = receiver;
    this.#server = this.#start();
    this.caller = new Caller(this.#server.origin);
  }

  async begin(): Promise<void> {
    const { caller } = this;
    await this.#server.ready();
    while (!this.#server.output.includes('Ready.')) await pause(10);
    await this.#session.setUp(caller, this.#server.output);
    const { id } = await caller.must<{ id: string }>({
      method: 'POST',
      url: '/v1/partitions',
      data: { partitionName: 'Sent' },
    });
    this.#partition = `/v1/partitions/${id}`;
    const webhook = await caller.must<{ id: string; secret: string }>({
      method: 'POST',
      url: `${this.#partition}/webhooks`,
      data: {
        url: this.#receiver.url,
        eventTypes: ['object.created', 'object.changed', 'object.ended', 'object.restored'],
        includeData: true,
      },
    });
    this.#webhookId = webhook.id;
    this.#receiver.secret = webhook.secret;
  }

  async end(): Promise<void> {
    await this.#server.end('SIGTERM');
  }

  /** Writes until the work is done, kills the server, and starts it again. */
  async killAround(
    work: () => Promise<void>,
    whileDown: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { caller } = this;
    const stop = new AbortController();
    const writing = Promise.all([
      this.#session.refreshUntil(caller, stop.signal),
      ...Array.from({ length: writers }, () => this.#write(stop.signal)),
    ]);
    try {
      await work();
    } finally {
      const killed = this.#server.end('SIGKILL');
      stop.abort();
      await Promise.all([killed, writing]);
    }
    this.kills += 1;
    await whileDown();
    this.#server = this.#start();
    await this.#server.ready();
    await this.#session.check(caller);
  }

  /**
   * The receiver is unavailable for an hour, in which the server is killed after each failed attempt. The
   * pauses are not waited for: while the server is down, the stored times of the webhook are moved back by the
   * rest of the pause.
   */
  async runOutage(): Promise<Outage> {
    const started = Date.now();
    let skippedMs = 0;
    let last: string | null = null;
    const outage: Outage = { awayMinutes: 0, pauses: [], behind: 0 };
    await this.#receiver.goDown();
    for (;;) {
      let leftMs = 0;
      await this.killAround(
        async () => {
          const { nextAttemptDate, behind } = await this.#failedAttempt(last, outage);
          last = nextAttemptDate;
          outage.behind = Math.max(outage.behind, behind);
          leftMs = Math.max(0, Date.parse(nextAttemptDate ?? '') - Date.now());
        },
        async () => {
          await this.#advanceClock(leftMs);
          skippedMs += leftMs;
          const awayMs = Date.now() - started + skippedMs;
          outage.awayMinutes = Math.round(awayMs / minute);
          if (awayMs >= outageMs || this.faults.length > 0) await this.#receiver.comeUp();
        },
      );
      if (this.#receiver.isAvailable) break;
    }
    await this.#waitUntil('the webhook is active again', async () => {
      const { state } = await this.#webhook();
      return state === 'ACTIVE';
    });
    return outage;
  }

  /** Waits until everything is delivered, up to the limit. */
  async drain(): Promise<{ behind: number; drainMs: number }> {
    const started = performance.now();
    for (;;) {
      const { behind } = await this.#webhook();
      const drainMs = Math.round(performance.now() - started);
      if (behind === 0 || drainMs > maxDrainMs) return { behind, drainMs };
      await pause(1_000);
      await this.#session.check(this.caller);
    }
  }

  async newestSequence(): Promise<number> {
    const { data } = await this.#read<{ data: { sequence: number }[] }>(
      `${this.#partition}/objects/recent?pageSize=1`,
    );
    return data[0]?.sequence ?? 0;
  }

  /** Writes one object after another until stopped, and then versions of it. */
  async #write(stop: AbortSignal): Promise<void> {
    let head: { id: string; timelineId: string; sequence: number } | undefined;
    for (let number = 0; !stop.aborted; number += 1) {
      const from = head && { timelineId: head.timelineId, predecessorId: head.id };
      const { status, body } = await this.caller.call<NonNullable<typeof head>>({
        method: 'POST',
        url: `${this.#partition}/objects`,
        data: { type: 'COUNTER', objectData: { number }, ...from },
      });
      if (status === 201) this.acknowledged.set(body.sequence, body.id);
      head = status === 201 && number % 5 !== 4 ? body : undefined;
      await pause(randomBetween(20, 120));
    }
  }

  /** Retries if the server is overloaded or the session has just been refreshed. */
  async #read<Body>(url: string): Promise<Body> {
    const started = performance.now();
    for (;;) {
      const { status, body } = await this.caller.call<Body>({ url });
      if (status === 200) return body;
      const isTemporary = isUnknown(status) || status === 401 || status === 429;
      if (!isTemporary || performance.now() - started > maxWaitMs)
        throw new Error(`GET ${url}: ${status} ${JSON.stringify(body)}`);
      await pause(500);
    }
  }

  get #webhookUrl(): string {
    return `${this.#partition}/webhooks/${this.#webhookId}`;
  }

  #webhook(): Promise<WebhookState> {
    return this.#read<WebhookState>(this.#webhookUrl);
  }

  /** Waits for the next failed attempt and checks what is reported about it. */
  async #failedAttempt(last: string | null, outage: Outage): Promise<WebhookState> {
    let webhook = await this.#webhook();
    let attempt = await this.#newestAttempt();
    await this.#waitUntil('an attempt fails while the receiver is down', async () => {
      attempt = await this.#newestAttempt();
      webhook = await this.#webhook();
      const { nextAttemptDate } = webhook;
      if (nextAttemptDate === null || nextAttemptDate === last) return false;
      // Both responses describe the same attempt.
      return (await this.#newestAttempt())?.id === attempt?.id;
    });
    if (attempt?.outcome !== 'FAILED') this.faults.push('the failed attempt is not listed');
    else this.#checkPause(attempt, webhook, outage);
    const { state, failingSinceDate, behindSinceDate } = webhook;
    if (state !== 'FAILING' || failingSinceDate === null || behindSinceDate === null)
      this.faults.push(`a failing webhook is reported as ${JSON.stringify(webhook)}`);
    const unsent = (await this.newestSequence()) - this.#receiver.arrived;
    const { behind } = await this.#webhook();
    // Writers continue between the two requests.
    if (behind < unsent)
      this.faults.push(`${unsent} versions are pending, but the reported lag is ${behind}`);
    return webhook;
  }

  async #newestAttempt(): Promise<Attempt | undefined> {
    const { data } = await this.#read<{ data: Attempt[] }>(
      `${this.#webhookUrl}/attempts?pageSize=1`,
    );
    return data[0];
  }

  #checkPause(
    { number, attemptDate, durationMs }: Attempt,
    { nextAttemptDate }: WebhookState,
    { pauses }: Outage,
  ): void {
    const documented = documentedPauses[number - 1] ?? 0;
    const ended = Date.parse(attemptDate) + durationMs;
    const pauseMs = Date.parse(nextAttemptDate ?? '') - ended;
    pauses.push(Math.round(pauseMs / second));
    if (!(pauseMs >= 0.8 * documented && pauseMs <= 1.2 * documented + slackMs))
      this.faults.push(`after attempt ${number} the pause was ${pauseMs} ms`);
  }

  /** Moves the stored times of the webhook back, as if this much time had passed. */
  async #advanceClock(ms: number): Promise<void> {
    const { DATABASE_URL: databaseUrl, DATA_DIR = '' } = this.#variables;
    const log = { info: () => undefined, warn: () => undefined, error: console.error };
    const database = await openDatabase({ databaseUrl, dataDir: path.resolve(DATA_DIR), log });
    try {
      await database.query(
        sql`update data.webhook set due = due - ${ms}::double precision * interval '1 millisecond',
          failing_since = failing_since - ${ms}::double precision * interval '1 millisecond'
          where id = ${this.#webhookId}`,
      );
    } finally {
      await database.close();
    }
  }

  async #waitUntil(condition: string, holds: () => Promise<boolean>): Promise<void> {
    const started = performance.now();
    while (!(await holds())) {
      if (performance.now() - started > maxWaitMs) {
        this.faults.push(`timed out waiting until ${condition}`);
        return;
      }
      await pause(200);
    }
  }
}

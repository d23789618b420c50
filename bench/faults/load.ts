import { Caller } from './caller.ts';
import { AdministrationLedger } from './ledger/administration-ledger.ts';
import { ObjectsCheck } from './ledger/check-objects.ts';
import { ObjectLedger } from './ledger/object-ledger.ts';
import { SharedSession } from './ledger/session.ts';
import type { Tally } from './ledger/tally.ts';
import { UserLedger } from './ledger/user-ledger.ts';
import { pause } from './pause.ts';
import { runCommand, type ServerProcess } from './server-process.ts';

const readIntervalMs = 50;

/**
 * `commits` sends only transactions and commits of change sets, so that each kill hits one; `events` only what leaves
 * events in the audit log.
 */
export type LoadKind = 'all' | 'commits' | 'events';

/** Concurrent writers, and the check of what they wrote. */
export class Load {
  readonly caller: Caller;
  readonly #tally: Tally;
  readonly #session: SharedSession;
  readonly #objects: readonly ObjectsCheck[];
  readonly #users: UserLedger;
  readonly #administration: AdministrationLedger;
  readonly #kind: LoadKind;

  private constructor(
    caller: Caller,
    tally: Tally,
    session: SharedSession,
    { ids, kind }: { ids: string[]; kind: LoadKind },
  ) {
    this.#kind = kind;
    this.caller = caller;
    this.#tally = tally;
    this.#session = session;
    this.#objects = ids.map((id) => new ObjectsCheck(new ObjectLedger(id, tally), tally));
    this.#users = new UserLedger(tally);
    this.#administration = new AdministrationLedger(tally);
  }

  /**
   * Creates the first user and five partitions on a new server, or on several servers used in turn. The first
   * server printed the setup link.
   */
  static async setUp(
    serverOrServers: ServerProcess | readonly [ServerProcess, ...ServerProcess[]],
    tally: Tally,
    kind: LoadKind = 'all',
  ): Promise<Load> {
    const servers = 'origin' in serverOrServers ? ([serverOrServers] as const) : serverOrServers;
    const [first] = servers;
    let turn = 0;
    const caller = new Caller(() => (servers[(turn += 1) % servers.length] ?? first).origin);
    const session = new SharedSession(tally);
    while (!first.output.includes('Ready.')) await pause(10);
    await session.setUp(caller, first.output);
    const ids: string[] = [];
    for (const partitionName of ['hot', 'calm', 'imports', 'transactions', 'sets']) {
      const data = { partitionName };
      const call = { method: 'POST', url: '/v1/partitions', data } as const;
      ids.push((await caller.must<{ id: string }>(call)).id);
    }
    const load = new Load(caller, tally, session, { ids, kind });
    if (kind === 'events') await load.#administration.setUp(caller);
    return load;
  }

  /** Writes until stopped. Resolves when all calls have completed. */
  async write(stop: AbortSignal): Promise<void> {
    if (this.#kind === 'events') {
      await Promise.all([
        ...['a', 'b', 'c'].map((writer) => this.#administration.write(this.caller, writer, stop)),
        this.#users.write(this.caller, 'd', stop),
      ]);
      return;
    }
    const [hot, calm, imports, transactions, sets] = this.#objects.map(({ ledger }) => ledger);
    const commits = Promise.all([
      transactions?.commit(this.caller, stop),
      sets?.commitChangeSets(this.caller, stop),
      this.#session.refreshUntil(this.caller, stop),
    ]);
    if (this.#kind === 'commits') return void (await commits);
    await Promise.all([
      commits,
      ...['a', 'b', 'c', 'd'].map((writer) => hot?.write(this.caller, writer, stop)),
      ...['e', 'f'].map((writer) => calm?.write(this.caller, writer, stop)),
      imports?.import(this.caller, stop),
      ...['g', 'h'].map((writer) => this.#users.write(this.caller, writer, stop)),
    ]);
  }

  /** Reads until stopped. */
  async read(stop: AbortSignal): Promise<void> {
    while (!stop.aborted)
      for (const { ledger } of this.#objects)
        if (!stop.aborted) {
          await this.caller.call({ url: `${ledger.url}/objects/recent?pageSize=10` });
          await pause(readIntervalMs);
        }
  }

  /**
   * Resolves when another write is acknowledged.
   * @throws if none is acknowledged within this time
   */
  async nextAcknowledgement(maxMs = Infinity): Promise<void> {
    const before = this.#tally.acknowledgedWrites;
    const began = performance.now();
    while (this.#tally.acknowledgedWrites === before) {
      if (performance.now() - began > maxMs)
        throw new Error(`Nothing was written for ${maxMs} ms.`);
      await pause(5);
    }
  }

  /** Waits for what is recorded later, and compares it. */
  async finish(): Promise<void> {
    await this.#administration.finish(this.caller);
  }

  /** Compares the stored data with the writes since the last check. */
  async check(): Promise<void> {
    await this.#session.check(this.caller);
    for (const objects of this.#objects) await objects.run(this.caller);
    await this.#users.check(this.caller);
    await this.#administration.check(this.caller);
  }
}

/** The statuses that are allowed while the database is unavailable; 404 is for a user that does not exist. */
const statusesDuringOutage = new Set([200, 201, 204, 404, 503]);

/** Records responses that no outage of the database may cause, such as a 503 without Retry-After. */
export function checkStatuses({ statuses, withoutRetryAfter }: Caller, tally: Tally): void {
  for (const [status, count] of statuses)
    if (!statusesDuringOutage.has(status))
      tally.fault('other', `${count} calls were answered ${status}`);
  if (withoutRetryAfter > 0) tally.fault('other', `${withoutRetryAfter} × 503 without Retry-After`);
}

/** Runs the program's own verification of all stored data: every partition with its log, and the audit log. */
export async function verifyAll(variables: Record<string, string>, tally: Tally): Promise<void> {
  for (const args of [
    ['verify', '--partition', 'all'],
    ['verify', 'events'],
  ]) {
    const { code, output } = await runCommand(args, variables);
    tally.verifications += 1;
    if (code !== 0)
      tally.fault('partial', `annals ${args.join(' ')} ended with ${code}:\n${output}`);
  }
}

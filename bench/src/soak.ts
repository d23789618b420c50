import { setTimeout as pause } from 'node:timers/promises';
import { ConsoleClient, type Answer, type Call } from './console-client.ts';
import { MixedCalls } from './mixed-calls.ts';
import { growthPerHour, useOf, type Use } from './process-use.ts';
import { measureOnPostgresql, password, type Program, startProgram } from './program.ts';
import { mean } from './statistics.ts';
import { table } from './table.ts';

const username = 'master@example.org';
/** The number of concurrent users, each with a session and a page that waits for changes. */
const userCount = 8;
/** The average think time between two calls. */
const averageThinkMs = 200;
const callsPerVisit = 60;
const sampleIntervalMs = 15_000;
/** The share of the time in which caches fill and code is compiled, which is not evaluated. */
const warmUp = 0.25;
/** The maximum growth per hour that counts as flat: a share of the mean, or a number of descriptors. */
const maxGrowth = { heap: 0.1, resident: 0.1, descriptors: 5 };

/**
 * Runs a mixed load for a long time: users sign in, refresh, read, search, write, wait for changes, abort
 * responses and sign out. Reports whether memory and file descriptors stay flat. Sets the exit code if they do
 * not, or if a response was not an expected one.
 */
export async function measureSoak({ minutes, database }: SoakOptions): Promise<string> {
  if (database === 'embedded') return soak('embedded', minutes, {});
  return measureOnPostgresql((url) => soak('PostgreSQL', minutes, { DATABASE_URL: url }));
}

export interface SoakOptions {
  minutes: number;
  database: 'postgresql' | 'embedded';
}

async function soak(
  database: string,
  minutes: number,
  environment: Record<string, string>,
): Promise<string> {
  const program = await startProgram(['--demo'], { ...environment, DEMO_PASSWORD: password });
  const stop = new AbortController();
  const began = performance.now();
  const timer = setTimeout(() => stop.abort(), minutes * 60_000);
  const statuses = new Map<string, number>();
  const work = Array.from({ length: userCount }, () => runVisits(program, statuses, stop.signal));
  try {
    const samples = await Promise.race([sample(program, began, stop.signal), failureOf(work)]);
    await Promise.all(work);
    await program.stop();
    return reportOf(database, minutes, samples, statuses);
  } finally {
    clearTimeout(timer);
    stop.abort();
    await program.stop();
  }
}

/** Never resolves, and rejects when the work does. */
const failureOf = async (work: Promise<void>[]): Promise<never> => {
  await Promise.all(work);
  return new Promise(() => undefined);
};

/** Runs the successive visits of one user. */
async function runVisits(
  program: Program,
  statuses: Map<string, number>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const client = new ConsoleClient(program.console);
    const left = new AbortController();
    const record = (name: string, status: number) =>
      statuses.set(`${name} ${status}`, (statuses.get(`${name} ${status}`) ?? 0) + 1);
    const send = async (call: Call): Promise<Answer> => {
      const answer = await client.send(call);
      record(call.name, answer.status);
      return answer;
    };
    await client.signIn(username, password);
    record('sign in', 200);
    const calls = await MixedCalls.inDemo(client);
    const following = follow(client, calls.partition.base, record, left.signal);
    for (let count = 0; count < callsPerVisit && !stop.aborted; count += 1) {
      await pause(averageThinkMs * 2 * Math.random());
      await send(calls.next());
      if (count % 20 === 5) {
        await client.refresh();
        record('refresh', 200);
      }
      if (count % 20 === 10) await send(invalidWrite(calls.partition.base));
      if (count % 20 === 15) {
        const abort = new AbortController();
        const answer = client.send(calls.next(), abort.signal);
        setTimeout(() => abort.abort(), 2);
        record('aborted', Math.min((await answer).status, 1));
      }
    }
    left.abort();
    await following;
    await send({ name: 'sign out', method: 'DELETE', url: '/v1/auth' });
    client.close();
  }
}

const invalidWrite = (base: string): Call => ({
  name: 'invalid write',
  method: 'POST',
  url: `${base}/objects`,
  data: { type: '', objectData: 1 },
});

/** Waits for changes like a page with live updates. */
async function follow(
  client: ConsoleClient,
  base: string,
  record: (name: string, status: number) => void,
  left: AbortSignal,
): Promise<void> {
  let after = 'now';
  while (!left.aborted) {
    const wait: Call = {
      name: 'changes',
      method: 'GET',
      url: `${base}/changes?after=${after}&wait=25&pageSize=10`,
    };
    const { status, text } = await client.send(wait, left);
    record('changes', status);
    if (status === 200) after = (JSON.parse(text) as { nextCursor: string }).nextCursor;
  }
}

/** Samples the process every 15 seconds until the end. */
async function sample(program: Program, began: number, stop: AbortSignal): Promise<Use[]> {
  const uses: Use[] = [];
  while (!stop.aborted) {
    const use = await useOf(program, began);
    uses.push(use);
    // Printed so that an aborted run leaves its measurements.
    console.error(JSON.stringify(use));
    await pause(sampleIntervalMs, undefined, { signal: stop }).catch(() => undefined);
  }
  return uses;
}

/**
 * The expected statuses of each kind of call; others expect 200. An aborted call has the status 0, or 1 if its response
 * arrived first.
 */
const expected: Readonly<Record<string, readonly number[]>> = {
  create: [201],
  'invalid write': [400],
  changes: [200, 0],
  aborted: [0, 1],
  'sign out': [204],
};

function reportOf(
  database: string,
  minutes: number,
  uses: Use[],
  statuses: ReadonlyMap<string, number>,
): string {
  const evaluated = uses.filter(({ at }) => at >= minutes * 60 * warmUp);
  const unexpected = [...statuses].filter(([key]) => {
    const [, name = '', status] = /^(.*) (\d+)$/.exec(key) ?? [];
    return !(expected[name] ?? [200]).includes(Number(status));
  });
  const rows = (['heap', 'resident', 'descriptors'] as const).map((figure) => {
    const growth = growthPerHour(evaluated, (use) => use[figure]);
    const average = mean(evaluated.map((use) => use[figure]));
    const limit = maxGrowth[figure] * (figure === 'descriptors' ? 1 : average);
    const unit = figure === 'descriptors' ? 1 : 2 ** 20;
    const at = (share: number) =>
      evaluated[Math.floor((evaluated.length - 1) * share)]?.[figure] ?? 0;
    const shown = (value: number) => (value / unit).toFixed(1);
    const verdict = growth <= limit ? 'flat' : 'grows';
    return [figure, shown(at(0)), shown(at(0.5)), shown(at(1)), shown(growth), verdict];
  });
  if (unexpected.length > 0 || rows.some((row) => row.at(-1) !== 'flat')) process.exitCode = 1;
  const calls = [...statuses.values()].reduce((total, count) => total + count, 0);
  return [
    `### ${database}, ${minutes} minutes, ${calls} calls, ${statuses.get('sign in 200') ?? 0} sign-ins`,
    table(
      ['MB, or number', 'after the warm-up', 'in the middle', 'at the end', 'growth per hour', ''],
      rows,
    ),
    unexpected.length === 0
      ? 'Every response was expected.'
      : `Unexpected responses: ${unexpected.map(([key, count]) => `${key} (${count})`).join(', ')}`,
    `\`${[...statuses].map(([key, count]) => `${key}: ${count}`).join(', ')}\``,
  ].join('\n\n');
}

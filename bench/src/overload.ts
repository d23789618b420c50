import { setTimeout as pause } from 'node:timers/promises';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { authenticate, ConsoleClient, type Answer } from './console-client.ts';
import { runAtPeak, runAtRate, durationQuantile, type LoadResult } from './load.ts';
import { MixedCalls } from './mixed-calls.ts';
import { useOf } from './process-use.ts';
import { pinTo } from './processors.ts';
import { password, type Program, skippedWithoutPostgresql, startProgram } from './program.ts';
import { table } from './table.ts';

const username = 'master@example.org';
/** Enough connections to reach the peak, but too few for any request to be refused. */
const connectionsAtPeak = 32;
/**
 * Connections that are already open, as those of browsers and reverse proxies are: more than the server
 * processes or queues.
 */
const connections = 1000;
const overload = 3;
/** The share of the peak that must still be served at three times the load. */
const minGoodput = 0.8;

/**
 * Measures the goodput at three times the peak load on PostgreSQL: through the console's server, directly at
 * the service, and during a burst of sign-ins. Requests arrive at a fixed rate, independent of responses. Sets
 * the exit code if less than 80 % of the peak is served, or if anything fails other than with 429 or 503.
 */
export async function measureOverload(seconds: number): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return skippedWithoutPostgresql;
  const hasOwnProcessors = pinTo('measured');
  const server = await startPostgresql(bin, { fsync: true });
  const program = await startProgram(['--demo'], {
    DATABASE_URL: server.url,
    DEMO_PASSWORD: password,
  });
  if (hasOwnProcessors) pinTo('load');
  try {
    const direct = { origin: program.authentication, throughProxy: false };
    return [
      hasOwnProcessors
        ? 'Server and database have one processor, and the load has the others.'
        : 'The load shares the processors with server and database, so the figures under overload are too low.',
      await measureThrough('through the console', program, { origin: program.console }, seconds),
      await measureThrough('directly at the service', program, direct, seconds),
      await measureSignIns(program, seconds),
    ].join('\n\n');
  } finally {
    // Later measurements use all processors again.
    if (hasOwnProcessors) pinTo('all');
    await program.stop();
    await server.remove();
  }
}

interface Target {
  origin: string;
  throughProxy?: boolean;
}

async function measureThrough(
  name: string,
  program: Program,
  { origin, throughProxy = true }: Target,
  seconds: number,
): Promise<string> {
  const client = new ConsoleClient(origin, { throughProxy });
  try {
    await client.signIn(username, password);
    const calls = await MixedCalls.inDemo(client);
    const next = () => client.send(calls.next());
    await runAtPeak(next, seconds / 2, connectionsAtPeak);
    const peak = await runAtPeak(next, seconds, connectionsAtPeak);
    const began = performance.now();
    await client.connect(connections);
    const useBefore = await useOf(program, began);
    const health = watchHealth(program.console);
    const flooded = await runAtRate(next, peak.goodput * overload, seconds);
    const slowestHealth = await health.end();
    const useAfter = await useOf(program, began);
    await client.signIn(username, password);
    const afterwards = await runAtPeak(next, seconds, connectionsAtPeak);
    const ratio = flooded.goodput / peak.goodput;
    if (!(ratio >= minGoodput) || flooded.failed > 0 || slowestHealth === undefined)
      process.exitCode = 1;
    return [
      `### ${name}: ${(flooded.sent / flooded.seconds / peak.goodput).toFixed(1)} times the peak is requested, ${ratio.toFixed(2)} of the peak is served`,
      table(
        ['', 'served/s', 'p50 (ms)', 'p99 (ms)', 'responses'],
        [rowOf('peak', peak), rowOf('overload', flooded), rowOf('afterwards', afterwards)],
      ),
      `Slowest /healthz or /readyz: ${slowestHealth?.toFixed(0) ?? 'failed'} ms. Heap in use: ${megabytes(useBefore.heap)} before and ${megabytes(useAfter.heap)} afterwards. Memory of the process: ${megabytes(useBefore.resident)} and ${megabytes(useAfter.resident)}.`,
    ].join('\n\n');
  } finally {
    client.close();
  }
}

/**
 * Measures the other calls while three times as many users sign in as the server can handle, each with a
 * different name.
 */
async function measureSignIns(program: Program, seconds: number): Promise<string> {
  const client = new ConsoleClient(program.console);
  try {
    await client.signIn(username, password);
    const calls = await MixedCalls.inDemo(client);
    let names = 0;
    const signIn = () =>
      client.send({
        ...authenticate('PASSWORD'),
        data: { username: `nobody-${(names += 1)}-${Date.now()}@example.org`, password },
      });
    const signIns = await runAtPeak(signIn, seconds / 2, 4, isWrongPassword);
    const alone = await runAtPeak(() => client.send(calls.next()), seconds, 4);
    await client.connect(connections);
    const burst = runAtRate(signIn, signIns.goodput * overload, seconds, isWrongPassword);
    const during = await runAtPeak(() => client.send(calls.next()), seconds, 4);
    const flooded = await burst;
    if (during.failed > 0 || flooded.failed > 0) process.exitCode = 1;
    return [
      `### A burst of sign-ins: ${(during.goodput / alone.goodput).toFixed(2)} of the other calls are served meanwhile`,
      table(
        ['', 'served/s', 'p50 (ms)', 'p99 (ms)', 'responses'],
        [
          rowOf('sign-ins, at their peak', signIns),
          rowOf('sign-ins, at three times the peak', flooded),
          rowOf('other calls, alone', alone),
          rowOf('other calls, during the burst', during),
        ],
      ),
    ].join('\n\n');
  } finally {
    client.close();
  }
}

/** The password was checked and is wrong, as opposed to a refusal by a rate limit. */
const isWrongPassword = ({ status }: Answer) => status === 401;

/** Polls the health and readiness of the server; the result is undefined if any check failed. */
function watchHealth(origin: string) {
  const stop = new AbortController();
  let slowest: number | undefined = 0;
  const watch = async () => {
    while (!stop.signal.aborted) {
      for (const path of ['/healthz', '/readyz']) {
        const began = performance.now();
        const answer = await fetch(origin + path).catch(() => undefined);
        const took = performance.now() - began;
        if (answer?.ok !== true) slowest = undefined;
        else if (slowest !== undefined) slowest = Math.max(slowest, took);
      }
      await pause(100);
    }
    return slowest;
  };
  const watched = watch();
  return {
    end: () => {
      stop.abort();
      return watched;
    },
  };
}

const rowOf = (name: string, result: LoadResult) => [
  name,
  Math.round(result.goodput),
  ...[0.5, 0.99].map((share) => Math.round(durationQuantile(result, share))),
  [...result.statuses]
    .toSorted(([left], [right]) => left - right)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
];

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;

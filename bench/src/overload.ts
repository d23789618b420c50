import { setTimeout as pause } from 'node:timers/promises';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { authenticate, ConsoleClient, type Answer } from './console-client.ts';
import { atPeak, atRate, within, type Done } from './load.ts';
import { MixedCalls } from './mixed-calls.ts';
import { useOf } from './process-use.ts';
import { runAs } from './processors.ts';
import { password, startProgram, type Program } from './program.ts';
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
/** The share of the peak that must still be done at three times the load. */
const minGoodput = 0.8;

/**
 * Measures the goodput at three times the peak load on PostgreSQL: through the console's server, directly at
 * the service, and during a burst of sign-ins. Requests arrive at a fixed rate, independent of responses. Sets
 * the exit code if less than 80 % of the peak is done, or if anything fails other than with 429 or 503.
 */
export async function measureOverload(seconds: number): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return 'PostgreSQL: not found, left out';
  const apart = runAs('measured');
  const server = await startPostgresql(bin, { fsync: true });
  const program = await startProgram(['--demo'], {
    DATABASE_URL: server.url,
    DEMO_PASSWORD: password,
  });
  if (apart) runAs('load');
  try {
    const straight = { origin: program.authentication, throughProxy: false };
    return [
      apart
        ? 'Server and database have one processor, the load has the others.'
        : 'The load shares the processors with server and database: what is done under overload is too little here.',
      await measureThrough('through the console', program, { origin: program.console }, seconds),
      await measureThrough('straight at the service', program, straight, seconds),
      await measureSignIns(program, seconds),
    ].join('\n\n');
  } finally {
    // Later measurements use all processors again.
    if (apart) runAs('all');
    await program.stop();
    await server.remove();
  }
}

interface Way {
  origin: string;
  throughProxy?: boolean;
}

async function measureThrough(
  name: string,
  program: Program,
  { origin, throughProxy = true }: Way,
  seconds: number,
): Promise<string> {
  const client = new ConsoleClient(origin, { throughProxy });
  try {
    await client.signIn(username, password);
    const calls = await MixedCalls.inDemo(client);
    const next = () => client.send(calls.next());
    await atPeak(next, seconds / 2, connectionsAtPeak);
    const peak = await atPeak(next, seconds, connectionsAtPeak);
    const began = performance.now();
    await client.connect(connections);
    const before = await useOf(program, began);
    const health = watchHealth(program.console);
    const flooded = await atRate(next, peak.goodput * overload, seconds);
    const slowestHealth = await health.end();
    const after = await useOf(program, began);
    await client.signIn(username, password);
    const again = await atPeak(next, seconds, connectionsAtPeak);
    const ratio = flooded.goodput / peak.goodput;
    if (!(ratio >= minGoodput) || flooded.failed > 0 || slowestHealth === undefined)
      process.exitCode = 1;
    return [
      `### ${name}: ${(flooded.asked / flooded.seconds / peak.goodput).toFixed(1)} times the peak is asked, ${ratio.toFixed(2)} of it is done`,
      table(
        ['', 'done/s', 'p50 (ms)', 'p99 (ms)', 'answers'],
        [rowOf('peak', peak), rowOf('overload', flooded), rowOf('after it', again)],
      ),
      `Slowest /healthz or /readyz: ${slowestHealth?.toFixed(0) ?? 'failed'} ms. Heap in use ${megabytes(before.heap)} before and ${megabytes(after.heap)} after it, memory of the process ${megabytes(before.resident)} and ${megabytes(after.resident)}.`,
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
    const signIns = await atPeak(signIn, seconds / 2, 4, isRefusedPassword);
    const alone = await atPeak(() => client.send(calls.next()), seconds, 4);
    await client.connect(connections);
    const burst = atRate(signIn, signIns.goodput * overload, seconds, isRefusedPassword);
    const beside = await atPeak(() => client.send(calls.next()), seconds, 4);
    const flooded = await burst;
    if (beside.failed > 0 || flooded.failed > 0) process.exitCode = 1;
    return [
      `### a burst of sign-ins: beside it ${(beside.goodput / alone.goodput).toFixed(2)} of the other calls are done`,
      table(
        ['', 'done/s', 'p50 (ms)', 'p99 (ms)', 'answers'],
        [
          rowOf('sign-ins, as many as can', signIns),
          rowOf('sign-ins, three times as many', flooded),
          rowOf('other calls, alone', alone),
          rowOf('other calls, beside them', beside),
        ],
      ),
    ].join('\n\n');
  } finally {
    client.close();
  }
}

/** The service did not check the password. */
const isRefusedPassword = ({ status }: Answer) => status === 401;

/** Polls the health and readiness of the server; the result is undefined if any check failed. */
function watchHealth(origin: string) {
  const over = new AbortController();
  let slowest: number | undefined = 0;
  const watch = async () => {
    while (!over.signal.aborted) {
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
      over.abort();
      return watched;
    },
  };
}

const rowOf = (name: string, done: Done) => [
  name,
  Math.round(done.goodput),
  ...[0.5, 0.99].map((part) => Math.round(within(done, part))),
  [...done.statuses]
    .toSorted(([left], [right]) => left - right)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
];

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;

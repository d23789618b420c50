import { setTimeout as pause } from 'node:timers/promises';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { useOf } from './process-use.ts';
import { skippedWithoutPostgresql, startProgram } from './program.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const rounds = 5;
const slowest = 1000;
const maxMemory = 150;

/**
 * Measures the time from the start of the process to the first 200 response from /readyz on PostgreSQL, with an
 * empty database and with existing tables, and the memory of the process a little later. Sets the exit code
 * over budget.
 */
export async function measureStart(): Promise<string> {
  const bin = await findPostgresql();
  if (bin === undefined) return skippedWithoutPostgresql;
  const first: Start[] = [];
  const later: Start[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startPostgresql(bin, { fsync: true });
    try {
      first.push(await start(server.url));
      later.push(await start(server.url));
    } finally {
      await server.remove();
    }
  }
  const rows = [
    [
      'ready (ms)',
      ...[first, later].map((starts) => middle(starts, ({ ready }) => ready)),
      slowest,
    ],
    [
      'memory (MB)',
      ...[first, later].map((starts) => middle(starts, ({ memory }) => memory)),
      maxMemory,
    ],
  ];
  if (
    rows.some(
      ([, empty, laterStart, most]) => Math.max(Number(empty), Number(laterStart)) > Number(most),
    )
  )
    process.exitCode = 1;
  return table(['median of five', 'first start', 'later start', 'budget'], rows);
}

interface Start {
  ready: number;
  memory: number;
}

async function start(url: string): Promise<Start> {
  const program = await startProgram([], { DATABASE_URL: url });
  try {
    await pause(2_000);
    const { resident } = await useOf(program, 0);
    return { ready: program.readyAfterMs, memory: resident / 2 ** 20 };
  } finally {
    await program.stop();
  }
}

const middle = (starts: Start[], figure: (start: Start) => number) =>
  Math.round(median(starts.map(figure)));

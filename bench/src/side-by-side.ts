import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPostgresql, startPostgresql } from '@annals/kit/testing/postgresql-server';
import { buildCommit } from './build-commit.ts';
import { compareSides, type Side } from './compare-sides.ts';
import { DataClient } from './data-client.ts';
import { cpuOfTree } from './process-tree.ts';
import {
  password,
  programFile,
  skippedWithoutPostgresql,
  startProgram,
  type Program,
} from './program.ts';
import {
  casesOf,
  fill,
  randomOf,
  serverProcess,
  type FilledPartition,
  type RequestSpec,
} from './recorded-reads.ts';
import { load } from './services/services.ts';
import { settings } from './services/stored.ts';

/** The share of the requests per second of the other commit that remains. */
const least = 0.95;

interface Measured {
  name: string;
  next: RequestSpec;
}

interface Contestant {
  program: Program;
  cases: (() => Measured)[];
  /** Seconds of CPU time of the program and its PostgreSQL. */
  cpu: () => Promise<number>;
  signIn: () => Promise<DataClient>;
  stop: () => Promise<void>;
}

/**
 * Compares creates and reads of the built program with those of another commit, each on a PostgreSQL of its own with the
 * same data, in turn. Sets the exit code if it is slower.
 */
export async function measureSideBySide({
  before,
  rounds,
  seconds,
}: {
  before: string;
  rounds: number;
  seconds: number;
}): Promise<string> {
  if ((await findPostgresql()) === undefined) return skippedWithoutPostgresql;
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-side-by-side-'));
  const contestants: Contestant[] = [];
  try {
    await buildCommit(before, directory);
    const program = path.join(directory, 'dist', path.basename(programFile));
    // A server does not start without a console, which is not measured.
    await mkdir(path.join(directory, 'console'), { recursive: true });
    const built = path.join(path.dirname(programFile), '..', 'console', 'dist');
    await symlink(built, path.join(directory, 'console', 'dist'));
    for (const file of [program, programFile]) contestants.push(await startContestant(file));
    return await measureInTurn(contestants, { rounds, seconds });
  } finally {
    for (const contestant of contestants) await contestant.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function startContestant(file: string): Promise<Contestant> {
  const server = await startPostgresql((await findPostgresql()) ?? '', { fsync: true, settings });
  const environment = { DATABASE_URL: server.url, DEMO_PASSWORD: password };
  const program = await startProgram(['--demo'], environment, file);
  const signIn = () => DataClient.signIn(program, password);
  const partitions = await fill(await signIn());
  const postgresql = await serverProcess(server.url);
  const reads = casesOf(partitions);
  return {
    program,
    cases: [
      () => ({ name: 'create', next: createIn(partitions) }),
      ...reads.map(({ name, next }) => () => ({ name, next: next() })),
    ],
    cpu: async () => (await cpuOfTree(program.pid)) + (await cpuOfTree(postgresql)),
    signIn,
    stop: async () => {
      await program.stop();
      await server.remove();
    },
  };
}

let created = 0;

function createIn(partitions: readonly FilledPartition[]): RequestSpec {
  const objectData = { name: `New ${(created += 1)}`, text: 'x'.repeat(900) };
  return {
    method: 'POST',
    path: `${randomOf(partitions).path}/objects`,
    body: JSON.stringify({ type: 'ITEM', objectData, references: [] }),
  };
}

async function measureInTurn(
  contestants: readonly Contestant[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<string> {
  const results = new Map<string, [before: Side[], now: Side[]]>();
  for (let round = 0; round < rounds; round += 1)
    for (const index of contestants[0]?.cases.keys() ?? []) {
      // In another order each time, because the first one finds the machine rested.
      const order = [...contestants.entries()];
      for (const [side, { cases, cpu, signIn }] of round % 2 === 0 ? order : order.toReversed()) {
        const next = cases[index];
        if (!next) continue;
        const { origin, headers } = await signIn();
        const request = () => next().next;
        if (round === 0) await load(origin, headers, request, seconds);
        const cpuBefore = await cpu();
        const { rate, total } = await load(origin, headers, request, seconds, { isWarm: true });
        const { name } = next();
        const sides = results.get(name) ?? [[], []];
        results.set(name, sides);
        sides[side === 0 ? 0 : 1].push({ rate, cpu: (((await cpu()) - cpuBefore) / total) * 1e6 });
      }
    }
  const calls = Array.from(results, ([name, [first, second]]) => ({ name, first, second }));
  return compareSides(calls, ['before', 'now'], least);
}

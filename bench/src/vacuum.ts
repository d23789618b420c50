import { setTimeout as pause } from 'node:timers/promises';
import { inBatches } from '@annals/data/testing/lifecycles';
import { DataClient } from './data-client.ts';
import { password, startProgram } from './program.ts';
import { table } from './table.ts';

const partitionCount = 20;
const versionsPerPartition = 10_000;
const versionsPerTimeline = 4;
/** The vacuum after the last write waits for at most a minute for a pause, which this reader does not make. */
const readingMs = 90_000;
const readPauseMs = 50;

/**
 * What one reader of the embedded database waits while it is vacuumed: during an import of 200,000 versions, which
 * changes each object three times, and afterwards.
 */
export async function measureVacuum(): Promise<string> {
  const program = await startProgram(['--demo'], { DEMO_PASSWORD: password });
  try {
    const client = await DataClient.signIn(program, password);
    const partitions: string[] = [];
    for (let index = 0; index < partitionCount; index += 1) {
      const { id } = await client.post<{ id: string }>('/v1/partitions', {
        partitionName: `Vacuum ${index}`,
      });
      partitions.push(id);
    }
    const path = `/v1/partitions/${partitions[0]}/objects/recent?pageSize=10`;
    const duringImport = startReading(client, path);
    const batches = contactBatches();
    for (const partition of partitions) await client.importLines([partition], batches);
    const imported = await duringImport();
    const afterwards = startReading(client, path);
    await pause(readingMs);
    return table(
      ['reads', 'number', 'p50 (ms)', 'p99 (ms)', 'longest (ms)', 'refused'],
      [
        ['during the import', ...imported],
        ['afterwards', ...(await afterwards())],
      ],
    );
  } finally {
    await program.stop();
  }
}

function contactBatches(): object[][] {
  const timelines = versionsPerPartition / versionsPerTimeline;
  const rows = Array.from({ length: versionsPerPartition }, (_, number) => ({
    key: `contact-${number % timelines}`,
    type: 'CONTACT',
    objectData: {
      name: `Contact ${number % timelines}`,
      street: `${number % 97} Harbour Street`,
      city: 'Bergen',
      email: `contact-${number % timelines}@example.org`,
      visits: number,
      note: 'Asked to be called in the morning.',
    },
    references: [],
  }));
  return inBatches(rows, 500, 900_000);
}

/** @returns a function that stops reading and returns the figures of a row of the table */
function startReading({ origin, headers }: DataClient, path: string): () => Promise<number[]> {
  const took: number[] = [];
  let refused = 0;
  const stop = new AbortController();
  const reading = (async () => {
    while (!stop.signal.aborted) {
      const began = performance.now();
      const reply = await fetch(origin + path, { headers });
      await reply.text();
      took.push(performance.now() - began);
      if (!reply.ok) refused += 1;
      await pause(readPauseMs);
    }
  })();
  return async () => {
    stop.abort();
    await reading;
    const sorted = took.toSorted((left, right) => left - right);
    const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    return [sorted.length, at(0.5), at(0.99), Math.round(sorted.at(-1) ?? 0), refused];
  };
}

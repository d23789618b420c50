import { setTimeout as pause } from 'node:timers/promises';
import { DataClient } from './data-client.ts';
import { measureOnBoth, password, startProgram } from './program.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const objects = 200;
const warmUps = 10;
const pairs = 40;
/** The maximum cost of a transaction, relative to an import of the same versions. */
const maxRatio = 1.3;

/** Compares transactions of 200 objects with imports of the same versions, in turn, over HTTP. */
export const measureTransactions = (): Promise<string> => measureOnBoth(measureOn, { fsync: true });

async function measureOn(database: string, environment: Record<string, string>): Promise<string> {
  const program = await startProgram(['--demo'], { ...environment, DEMO_PASSWORD: password });
  try {
    const client = await DataClient.signIn(program, password);
    const rows: (string | number)[][] = [];
    for (const [size, padding] of [
      ['250 bytes', 0],
      ['1 kB', 750],
    ] as const) {
      const { imported, committed } = await measureInTurn(client, padding);
      const times = committed / imported;
      rows.push([size, imported.toFixed(1), committed.toFixed(1), times.toFixed(2)]);
      if (times > maxRatio) {
        console.error(
          `A transaction of ${objects} objects of ${size} costs ${times.toFixed(2)} times its import.`,
        );
        process.exitCode = 1;
      }
    }
    const header = ['objects of', 'import (ms)', 'transaction (ms)', 'times'];
    return [`### ${database}: ${objects} objects, median of ${pairs}`, table(header, rows)].join(
      '\n\n',
    );
  } finally {
    await program.stop();
  }
}

/** @returns the medians in milliseconds */
async function measureInTurn(
  client: DataClient,
  padding: number,
): Promise<{ imported: number; committed: number }> {
  const partitionOf = async (partitionName: string) =>
    `/v1/partitions/${(await client.post<{ id: string }>('/v1/partitions', { partitionName })).id}`;
  const [imports, transactions] = [await partitionOf('Imports'), await partitionOf('Transactions')];
  const times = { imported: [] as number[], committed: [] as number[] };
  for (let pair = -warmUps; pair < pairs; pair++) {
    const numbers = Array.from({ length: objects }, (_, number) => pair * objects + number);
    const rows = numbers.map((number) => ({
      key: `contact-${number}`,
      type: 'CONTACT',
      objectData: documentOf(number, padding),
      references: [],
    }));
    const operations = rows.map(({ key: _key, ...document }) =>
      Object.assign(document, { operation: 'create' }),
    );
    const importing = async () => timed(client, `${imports}/import`, { rows });
    const committing = async () => timed(client, `${transactions}/transactions`, { operations });
    // Alternates the order, so that neither always follows the other.
    const [imported, committed] =
      pair % 2 === 0
        ? [await importing(), await committing()]
        : [await committing(), await importing()].toReversed();
    if (pair < 0) continue;
    times.imported.push(imported ?? 0);
    times.committed.push(committed ?? 0);
  }
  return { imported: median(times.imported), committed: median(times.committed) };
}

async function timed(client: DataClient, path: string, body: object): Promise<number> {
  const text = JSON.stringify(body);
  // Lets remaining work of the previous call finish.
  await pause(20);
  const started = performance.now();
  await client.postText(path, text);
  return performance.now() - started;
}

const documentOf = (number: number, padding: number) => ({
  name: `Contact ${number}`,
  street: `${number % 97} Harbour Street`,
  city: 'Bergen',
  country: 'NO',
  email: `contact-${number}@example.org`,
  active: number % 3 === 0,
  visits: number,
  note: `Asked to be called in the morning. ${'river delta bank '.repeat(padding / 17)}`,
});

import autocannon from 'autocannon';
import { inBatches, readLifecycles } from '@annals/data/testing/lifecycles';
import { DataClient } from './data-client.ts';
import { throwIfRequestsFailed } from './failed-requests.ts';
import { measureOnBoth, password, startProgram } from './program.ts';
import { table } from './table.ts';

const connections = 10;
const seconds = 5;
const readers = 4;

/** Imports on both databases, and calls on the embedded one, over HTTP with an access token. */
export const measureImport = (): Promise<string> => measureOnBoth(measureOn, { fsync: true });

async function measureOn(database: string, environment: Record<string, string>): Promise<string> {
  const program = await startProgram(['--demo'], { ...environment, DEMO_PASSWORD: password });
  try {
    const client = await DataClient.signIn(program, password);
    const createPartition = async () =>
      (await client.post<{ id: string }>('/v1/partitions', { partitionName: 'Bench' })).id;
    const partitionId = await createPartition();
    const batches = inBatches(await readLifecycles(), 500, 900_000);
    const imported = await client.importLines([partitionId], batches);
    const concurrently = await client.importLines(
      [await createPartition(), await createPartition()],
      batches,
    );
    const small = await client.importLines([await createPartition()], smallBatches());
    const stopReading = startReading(
      client,
      `/v1/partitions/${partitionId}/objects/recent?pageSize=10`,
    );
    const duringReads = await client.importLines([await createPartition()], batches);
    const reads = await stopReading();
    const calls = table(
      ['call', 'requests/s', 'p99 (ms)'],
      await measureCalls(client, partitionId),
    );
    return [
      `### ${database}: ready after ${Math.round(program.readyAfterMs)} ms (with demo data)`,
      table(
        ['import', 'took'],
        [
          ['life-cycle records, about 4 kB and 122 values each', imported],
          ['the same into two partitions at once', concurrently],
          ['records of 250 bytes and 8 values', small],
          [
            `life-cycle records while ${readers} read lists of ten, ${Math.round(reads)} a second`,
            duringReads,
          ],
        ],
      ),
      calls,
    ].join('\n\n');
  } finally {
    await program.stop();
  }
}

/** @returns a function that stops reading and returns the responses per second */
function startReading({ origin, headers }: DataClient, path: string): () => Promise<number> {
  let running: autocannon.Instance | undefined;
  const ended = new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url: origin + path, headers, connections: readers, duration: 3600 };
    running = autocannon(options, (error: Error | null, result) =>
      error ? reject(error) : resolve(result),
    );
  });
  return async () => {
    running?.stop();
    const result = await ended;
    throwIfRequestsFailed(path, result);
    return result.requests.total / result.duration;
  };
}

/** 20,000 versions of 5,000 timelines, with the size of typical records. */
function smallBatches(): object[][] {
  const rows = Array.from({ length: 20_000 }, (_, number) => ({
    key: `contact-${number % 5000}`,
    type: 'CONTACT',
    objectData: {
      name: `Contact ${number % 5000}`,
      street: `${number % 97} Harbour Street`,
      city: 'Bergen',
      country: 'NO',
      email: `contact-${number % 5000}@example.org`,
      active: number % 3 === 0,
      visits: number,
      note: 'Asked to be called in the morning.',
    },
    references: [],
  }));
  return inBatches(rows, 500, 900_000);
}

interface Version {
  id: string;
  timelineId: string;
  modificationCount: number;
}

interface MeasuredCall {
  name: string;
  method?: 'GET' | 'POST';
  path: string;
  body?: object;
}

async function measureCalls(data: DataClient, partitionId: string): Promise<(string | number)[][]> {
  const base = `/v1/partitions/${partitionId}`;
  const found = await data.post<{ data: Version[] }>(`${base}/objects/search?pageSize=1`, {
    text: 'Node.js',
  });
  const [node] = found.data;
  if (!node) throw new Error('The import contains no Node.js.');
  const asOf = 'asOf=2024-03-01T00:00:00Z';
  const timeline = `${base}/timelines/${node.timelineId}/objects`;
  const search = { method: 'POST' as const, path: `${base}/objects/search` };
  const calls: MeasuredCall[] = [
    { name: 'one version', path: `${base}/objects/${node.id}` },
    { name: 'latest', path: `${timeline}/latest` },
    { name: 'latest as of', path: `${timeline}/latest?${asOf}` },
    { name: 'history, 50', path: timeline },
    { name: 'recent, 50', path: `${base}/objects/recent` },
    { ...search, name: 'search by type, 50', body: { type: 'PRODUCT' } },
    { ...search, name: 'search by text, 50', body: { text: 'linux' } },
    {
      ...search,
      name: 'search by type as of, 50',
      path: `${base}/objects/search?${asOf}`,
      body: { type: 'PRODUCT' },
    },
    {
      name: 'referenced by, 50',
      path: `${base}/objects/referencedBy/${await anyCategory(data, base)}`,
    },
    {
      name: 'create',
      method: 'POST',
      path: `${base}/objects`,
      body: { type: 'NOTE', objectData: { title: 'A note' } },
    },
  ];
  const rows: (string | number)[][] = [];
  for (const call of calls) {
    const { rate, p99 } = await load(data.origin + call.path, call, data.headers);
    rows.push([call.name, Math.round(rate), p99]);
  }
  return rows;
}

async function anyCategory(data: DataClient, base: string): Promise<string> {
  const found = await data.post<{ data: Version[] }>(`${base}/objects/search`, {
    type: 'CATEGORY',
  });
  return found.data[0]?.id ?? '';
}

async function load(
  url: string,
  { method = 'GET', body }: MeasuredCall,
  headers: Record<string, string>,
) {
  const result = await autocannon({
    url,
    method,
    headers,
    connections,
    duration: seconds,
    warmup: { connections, duration: 1 },
    ...(body ? { body: JSON.stringify(body) } : {}),
  } as autocannon.Options);
  throwIfRequestsFailed(url, result);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

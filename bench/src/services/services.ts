import autocannon from 'autocannon';
import { startChildServer } from '../child-server.ts';
import { skippedWithoutPostgresql } from '../program.ts';
import { median, quantile } from '../statistics.ts';
import { table } from '../table.ts';
import { throwIfRequestsFailed } from '../failed-requests.ts';
import { casesOf, type RequestSpec, type Case } from './cases.ts';
import { documentSizes, startStored, type DocumentSize, type Stored } from './stored.ts';

const connections = 10;
/** Relative to the p99 of the baseline. */
const maxRatio = 3;

export interface ServicesOptions {
  /** Default: all. */
  cases?: string[] | undefined;
  rounds: number;
  /** The duration of each case, on each side, in each round. */
  seconds: number;
  documents: string[];
  keep: boolean;
}

/**
 * Compares the data service, called directly with an access token, with the baseline: the minimum that one Node
 * process over PostgreSQL needs for the same question about the same documents. Both run in turn; the results
 * are medians over the rounds. Sets the exit code if a target is missed.
 */
export async function measureServices(options: ServicesOptions): Promise<string> {
  const parts: string[] = [];
  for (const size of sizesOf(options.documents)) {
    const stored = await startStored(size, options.keep);
    if (!stored) return skippedWithoutPostgresql;
    try {
      parts.push(`### Documents of ${size}`);
      if (stored.imported !== undefined) parts.push(`Imported ${stored.imported}.`);
      parts.push(await measureInTurn(stored, options));
    } finally {
      await stored.stop();
    }
  }
  return parts.join('\n\n');
}

/** @throws for an unknown size */
function sizesOf(documents: string[]): DocumentSize[] {
  const isDocumentSize = (size: string): size is DocumentSize => size in documentSizes;
  return documents.map((size) => {
    if (isDocumentSize(size)) return size;
    throw new Error(`There are no documents of ${size}: ${Object.keys(documentSizes).join(', ')}.`);
  });
}

interface Round {
  rate: number;
  p99: number;
  /** How many were measured. */
  total: number;
}

interface Measured {
  case: Case;
  floor: Round[];
  annals: Round[];
}

async function measureInTurn(
  stored: Stored,
  { cases: selected, rounds, seconds }: ServicesOptions,
): Promise<string> {
  const all = casesOf(stored);
  const unknown = selected?.filter((name) => !(name in all)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `There is no case ${unknown.join(', ')}; choose from ${Object.keys(all).join(', ')}.`,
    );
  const cases = Object.entries(all)
    .filter(([name]) => selected?.includes(name) ?? true)
    .map(([, entry]): Measured => ({ case: entry, floor: [], annals: [] }));
  const floor = await startChildServer('services/floor-server', stored.floorUrl);
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const one of cases) {
        const json = { 'content-type': 'application/json' };
        one.floor.push(await load(floor.url, json, one.case.floor, seconds));
        const { origin, headers } = await stored.signIn();
        one.annals.push(await load(origin, headers, one.case.annals, seconds));
      }
    }
  } finally {
    floor.stop();
  }
  return reportOf(cases);
}

function reportOf(cases: Measured[]): string {
  const rows = cases.map(({ case: { name, target }, floor, annals }) => {
    const of = (side: Round[], figure: keyof Round) => median(side.map((round) => round[figure]));
    const ratio = of(annals, 'rate') / of(floor, 'rate');
    const times = of(annals, 'p99') / of(floor, 'p99');
    const missed = ratio < target || times > maxRatio;
    if (missed) process.exitCode = 1;
    return [
      name,
      Math.round(of(floor, 'rate')),
      Math.round(of(annals, 'rate')),
      ratio.toFixed(2),
      target.toFixed(1),
      of(floor, 'p99').toFixed(1),
      of(annals, 'p99').toFixed(1),
      times.toFixed(1),
      missed ? 'target missed' : '',
    ];
  });
  return table(
    [
      'call',
      'floor, requests/s',
      'Annals, requests/s',
      'ratio',
      'target',
      'p99 of the floor (ms)',
      'p99 of Annals (ms)',
      `times (≤ ${maxRatio})`,
      '',
    ],
    rows,
  );
}

/** Sends requests with ten connections, by default after a second of warm-up. */
export async function load(
  url: string,
  headers: Record<string, string>,
  nextRequest: () => RequestSpec,
  duration: number,
  { isWarm = false } = {},
): Promise<Round> {
  const request = (): autocannon.Request => {
    const { method = 'GET', path, body } = nextRequest();
    return { method, path, headers, ...(body === undefined ? {} : { body }) };
  };
  const options = (seconds: number): autocannon.Options => ({
    url,
    connections,
    duration: seconds,
    requests: [{ ...request(), setupRequest: (sent) => Object.assign(sent, request()) }],
  });
  if (!isWarm) await autocannon(options(1));
  const took: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options(duration), (error: Error | null, done) =>
      error ? reject(error) : resolve(done),
    );
    // autocannon's own percentiles are whole milliseconds
    running.on('response', (_client, _status, _bytes, milliseconds) => took.push(milliseconds));
  });
  throwIfRequestsFailed(`${url}${nextRequest().path}`, result);
  const { average: rate, total } = result.requests;
  return { rate, p99: quantile(took, 0.99), total };
}

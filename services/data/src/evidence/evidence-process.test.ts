import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { DatabaseUnavailable } from '@annals/kit/database/errors';
import { searchLimits } from '../search/search-limits.ts';
import type { EvidenceRequest } from './evidence-content.ts';
import { EvidenceProcesses } from './evidence-process.ts';

/** A busy machine may take this long. */
const patient = { timeout: 90_000 };

const evidenceOf = (userId: string): EvidenceRequest => ({
  partitionId: '01a22695-957f-721e-af19-531d5ecee490',
  partitionName: 'A partition',
  subject: { kind: 'PARTITION' },
  asOf: { moment: '2026-01-01T00:00:00.000000Z', held: false },
  isNow: true,
  upTo: 0,
  language: 'en',
  madeDate: '2026-01-01T00:00:00.000000Z',
  madeBy: { userId, name: userId },
  access: undefined,
  log: { logId: 'log', size: 0, root: new Uint8Array(32), subtrees: async () => [] },
  sizeWhenMade: 0,
  logIsLonger: false,
});

describe('processes that create evidence', () => {
  const open: Readable[] = [];
  afterEach(() => {
    for (const stream of open.splice(0)) stream.destroy();
  });

  it('creates one file at a time for each user', async () => {
    const processes = new EvidenceProcesses({
      limits: searchLimits,
      findVerifier: async () => undefined,
      program: inject('evidenceProgram'),
    });
    const asked: string[] = [];
    const create = async (userId: string) => {
      const query = async () => {
        asked.push(userId);
        return new Promise<never>(() => undefined);
      };
      const requireReader = async () => undefined;
      const stream = await processes.create(evidenceOf(userId), { query, requireReader });
      open.push(stream.on('error', () => undefined));
      return stream;
    };

    const first = await create('anna');
    await create('ben');
    await vi.waitFor(() => expect(asked.toSorted()).toEqual(['anna', 'ben']), patient);
    const next = vi.fn<() => void>();
    const second = create('anna').then(next);
    await new Promise(setImmediate);
    expect(next).not.toHaveBeenCalled();

    first.destroy();
    await second;
    await vi.waitFor(() => expect(asked.toSorted()).toEqual(['anna', 'anna', 'ben']), patient);
  });

  it('fails with the error of the server', async () => {
    const processes = new EvidenceProcesses({
      limits: searchLimits,
      findVerifier: async () => undefined,
      program: inject('evidenceProgram'),
    });
    const unavailable = new DatabaseUnavailable('The database is down.');
    const query = async () => Promise.reject(unavailable);
    const requireReader = async () => undefined;
    const stream = await processes.create(evidenceOf('anna'), { query, requireReader });
    stream.resume();
    const [error] = (await once(stream, 'error')) as unknown[];
    expect(error).toBe(unavailable);
  });
});

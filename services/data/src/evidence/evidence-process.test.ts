import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { DatabaseUnavailable } from '@annals/kit/database/errors';
import { searchLimits } from '../search/search-limits.ts';
import type { EvidenceRequest } from './evidence-content.ts';
import { EvidenceProcesses } from './evidence-process.ts';

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
  accessKnownSince: '2026-01-01T00:00:00.000000Z',
  stored: {
    recordedVersionCount: 0,
    heldVersionCount: 0,
    firstImport: null,
    lastImport: null,
  },
  access: undefined,
  log: { logId: 'log', size: 0, root: new Uint8Array(32), subtrees: async () => [] },
  sizeWhenMade: 0,
  logIsLonger: false,
});

describe('processes that create evidence', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-evidence-process-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('fails with the error of the server', async () => {
    const processes = new EvidenceProcesses({
      limits: searchLimits,
      findVerifier: async () => undefined,
      proveMembers: async () => undefined,
      program: inject('evidenceProgram'),
    });
    const unavailable = new DatabaseUnavailable('The database is down.');
    const query = async () => Promise.reject(unavailable);
    const requireReader = async () => undefined;
    const stream = await processes.create(evidenceOf('anna'), { query, requireReader, id: 'one' });
    stream.resume();
    const [error] = (await once(stream, 'error')) as unknown[];
    expect(error).toBe(unavailable);
  });

  it.each([
    ['the kernel ends it', `process.once('message', () => process.kill(process.pid, 'SIGKILL'));`],
    [
      'its heap is full',
      `process.once('message', () => {
        for (const kept = []; ; ) kept.push(Array.from({ length: 10_000 }, () => ({})));
      });`,
    ],
  ])('fails with what to do if %s', async (how, source) => {
    const program = path.join(directory, `${how}.mjs`);
    writeFileSync(program, source);
    const processes = new EvidenceProcesses({
      limits: searchLimits,
      findVerifier: async () => undefined,
      proveMembers: async () => undefined,
      program,
      heapMb: 16,
    });
    const nothing = async () => Promise.reject(new Error('It asks nothing.'));
    const stream = await processes.create(evidenceOf('anna'), {
      query: nothing,
      requireReader: nothing,
      id: 'one',
    });
    stream.resume();
    const [error] = (await once(stream, 'error')) as unknown[];
    expect(error).toMatchObject({
      status: 409,
      code: 'evidence_out_of_memory',
      message: expect.stringMatching(/needed more memory.* export the partition.* ID: one$/),
    });
  });
});

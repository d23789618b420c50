import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { CallInput } from '@annals/contracts/endpoint';
import {
  getEvidence,
  getKeptEvidence,
  maxEvidencePerUser,
  maxStoredBytes,
  removeEvidence,
  startEvidence,
} from '@annals/contracts/evidence';
import { createObject } from '@annals/contracts/objects';
import { removeMember } from '@annals/contracts/partitions';
import { eraseValues } from '@annals/contracts/proofs';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { cancelTransfer, handOverTransfer, resumeTransfer } from '@annals/contracts/transfers';
import { testDatabases } from '@annals/kit/testing/databases';
import { randomText } from '@annals/kit/testing/random-text';
import { limitsHeader, listenerForAll, people, startListener } from '../testing/data-listener.ts';
import type { Listener, Person } from '../testing/data-listener.ts';
import { otherServer, transferCalls } from '../testing/transfer-calls.ts';
import { unpackEvidence } from '../testing/unpack-evidence.ts';
import { sweepFiles } from '../transfers/job-files.sql.ts';

const secret = 'zanzibar@secret.example';
const why = { reason: 'Asked for', legalBasis: 'GDPR Art. 17' };
const noise = () => randomText(500_000);

// Under load a file takes minutes, so the waits below have to fit into the time limit of a test.
const patience = { timeout: 300_000 };

/** A busy machine may take this long. */
const patient = { timeout: 90_000 };

describe.each(testDatabases())('evidence by a job, $kind', patience, ({ open }) => {
  const service = listenerForAll(open);
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-evidence-jobs-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const write = async (partitionId: string, objectData: object) => {
    const answer = await service.call(createObject, {
      as: 'owner',
      params: { partitionId },
      body: { type: 'PERSON', objectData: { ...objectData } },
    });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const staffed = async () => {
    const partitionId = await service.makePartition('Staff');
    const object = await write(partitionId, { name: 'Anna', email: secret });
    return { partitionId, object };
  };
  const start = async (
    partitionId: string,
    body: CallInput<typeof startEvidence>['body'] = {},
    as: Person = 'reader',
    from: Listener = service,
  ) => from.call(startEvidence, { as, params: { partitionId }, body });
  const jobOf = async (partitionId: string, jobId: string, as: Person = 'reader') =>
    service.call(getKeptEvidence, { as, params: { partitionId, jobId } });
  const over = async (partitionId: string, jobId: string) =>
    vi.waitFor(async () => {
      const { body } = await jobOf(partitionId, jobId, 'owner');
      expect(body.state).not.toBe('RUNNING');
      return body;
    }, patient);
  const made = async (partitionId: string, ...rest: [body?: object, as?: Person]) => {
    const started = await start(partitionId, ...rest);
    expect(started.status).toBe(201);
    const job = await over(partitionId, started.body.id);
    expect(job).toMatchObject({ state: 'DONE', error: null });
    return job;
  };
  const remove = async (
    partitionId: string,
    jobId: string,
    as: Person = 'reader',
    headers: Record<string, string> = {},
  ) => service.call(removeEvidence, { as, headers, params: { partitionId, jobId } });
  const fetchFile = async (partitionId: string, jobId: string, as?: Person, headers = {}) =>
    fetch(`${service.origin}/v1/partitions/${partitionId}/evidence/${jobId}`, {
      headers: {
        accept: 'application/zip',
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...headers,
      },
    });
  const refusal = async (response: Response) => {
    const { code } = (await response.json()) as { code: string };
    return [response.status, code];
  };
  const erase = async (partitionId: string, objectId: string) =>
    service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId },
      body: { paths: ['/email'], everyValue: true, ...why },
      query: {},
    });
  const partsOf = async (jobId: string) => {
    const rows = await service.database.query<{ count: number }>(
      sql`select count(*)::int as count from data.job_part where job_id = ${jobId}`,
    );
    return rows[0]?.count;
  };
  /** A job as another server has left it halfway, with a piece of its file. */
  const heldByOther = async (partitionId: string, body: object = {}, as: Person = 'reader') => {
    const { id } = await made(partitionId, body, as);
    await service.database
      .query(sql`update data.job set state = 'RUNNING', file_bytes = null, expires_date = null,
      ended_date = null, done = 0, total = null, holder = ${otherServer},
      held_until = statement_timestamp() + interval '1 hour' where id = ${id}`);
    return id;
  };
  const takeOver = async (partitionId: string, id: string) => {
    await transferCalls(service.database, service).leave(id);
    // Waits until servers look for work.
    await made(await service.makePartition());
    return over(partitionId, id);
  };
  const unpacked = (response: Response) => unpackEvidence(directory, response);

  it('creates the same file as a direct request, stored for seven days', async () => {
    const { partitionId, object } = await staffed();
    const about = { objectId: object.id, language: 'de' as const };
    const job = await made(partitionId, about);
    expect(job).toMatchObject({
      kind: 'EVIDENCE',
      evidence: { subject: 'OBJECT', ...about },
      done: 2,
      total: 2,
      fileBytes: expect.toSatisfy((bytes) => bytes > 1000),
      createdUserName: 'READER',
    });
    const days = (Date.parse(job.expiresDate ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    const response = await fetchFile(partitionId, job.id, 'reader');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="evidence-${job.id}.zip"`,
    );
    const files = await unpacked(response);
    const atOnce = await fetch(
      `${service.origin}/v1/partitions/${partitionId}/evidence?${new URLSearchParams(about).toString()}`,
      { headers: { accept: 'application/zip', authorization: 'Bearer reader' } },
    );
    const others = await unpacked(atOnce);
    expect([...files.keys()].toSorted()).toEqual([...others.keys()].toSorted());
    for (const name of ['data/objects.ndjson', 'data/versions.ndjson', 'checkpoints/keys.txt'])
      expect(files.get(name)).toBe(others.get(name));
    // Lists of jobs contain it too.
    expect((await transferCalls(service.database, service).transferOf(job.id)).kind).toBe(
      'EVIDENCE',
    );
  });

  it('is restarted by another server, as of when it was requested', async () => {
    const { partitionId } = await staffed();
    const id = await heldByOther(partitionId);
    expect(await refusal(await fetchFile(partitionId, id, 'reader'))).toEqual([
      409,
      'evidence_not_ready',
    ]);
    await write(partitionId, { name: 'Written later' });
    await expect(takeOver(partitionId, id)).resolves.toMatchObject({ state: 'DONE' });
    const files = await unpacked(await fetchFile(partitionId, id, 'reader'));
    expect(files.get('data/versions.ndjson')).toContain('Anna');
    for (const [name, text] of files)
      expect([name, text.includes('Written later')]).toEqual([name, false]);
  });

  it('continues if its server stops halfway and starts again', async () => {
    const { partitionId } = await staffed();
    for (let count = 0; count < 8; count += 1) await write(partitionId, { noise: noise() });
    const first = await startListener(service.database);
    const { body } = await start(partitionId, {}, 'reader', first);
    await vi.waitFor(async () => expect(await partsOf(body.id)).toBeGreaterThan(0), 60_000);
    await first.close();
    const second = await startListener(service.database);
    try {
      await expect(over(partitionId, body.id)).resolves.toMatchObject({ state: 'DONE' });
      const files = await unpacked(await fetchFile(partitionId, body.id, 'reader'));
      expect(files.get('data/versions.ndjson')?.trim().split('\n')).toHaveLength(9);
    } finally {
      await second.close();
    }
  });

  it('is given up after too many attempts', async () => {
    const { partitionId } = await staffed();
    const id = await heldByOther(partitionId);
    await service.database.query(sql`update data.job set cursor = '9' where id = ${id}`);
    await expect(takeOver(partitionId, id)).resolves.toMatchObject({ state: 'DONE' });
    const next = await heldByOther(partitionId);
    await service.database.query(sql`update data.job set cursor = '10' where id = ${next}`);
    await expect(takeOver(partitionId, next)).resolves.toMatchObject({
      state: 'FAILED',
      error: { messageCode: 'evidenceNeverFinished' },
    });
  });

  it('is available to its creator and the owners, as long as they may read', async () => {
    const { partitionId } = await staffed();
    const { id } = await made(partitionId);
    const status = async (as?: Person, headers = {}) =>
      (await fetchFile(partitionId, id, as, headers)).status;
    expect(await status()).toBe(401);
    expect(await status('stranger')).toBe(404);
    expect(await status('editor')).toBe(403);
    expect(await status('owner')).toBe(200);
    const token = (...scopes: string[]) => ({ [limitsHeader]: JSON.stringify({ scopes }) });
    expect(await status('reader', token('read'))).toBe(200);
    expect(await status('reader', token('write'))).toBe(403);
    expect((await remove(partitionId, id, 'editor')).status).toBe(403);
    expect((await remove(partitionId, id, 'owner', token('read', 'write'))).status).toBe(403);
    expect((await remove(partitionId, id, 'stranger')).status).toBe(404);
    expect((await remove(partitionId, randomUUID())).status).toBe(404);
    expect((await jobOf(partitionId, randomUUID())).status).toBe(404);
    const params = { partitionId, userId: people.reader.userId };
    expect((await service.call(removeMember, { as: 'owner', params })).status).toBe(204);
    expect(await status('reader')).toBe(404);
    expect(await status('owner')).toBe(200);
  });

  it('names the holders of roles, and is then limited to its creator and those who see everyone', async () => {
    const { partitionId } = await staffed();
    const { id } = await made(partitionId);
    const asked: string[] = [];
    let nobody = false;
    const grant = {
      kind: 'ROLE' as const,
      level: 'OWN' as const,
      role: 'GLOBAL_MASTER',
      organizationalUnit: { id: randomUUID(), name: 'Head office' },
      by: null,
      sinceDate: '2026-01-01T00:00:00Z',
      untilDate: null,
      lastUsedDate: null,
    };
    const holder = {
      id: people.writesAll.userId,
      kind: 'USER' as const,
      name: 'Mira <Master>',
      username: 'mira',
      membershipOnly: false,
      grants: [grant, { ...grant, kind: 'TOKEN' as const, role: undefined }],
    };
    const knowing = await startListener(service.database, {
      findAccess: async (caller, { cursor }) => {
        asked.push(`${caller.username} ${cursor}`);
        return { data: cursor || nobody ? [] : [holder], nextCursor: cursor ? null : 'more' };
      },
    });
    const everyone = {
      [limitsHeader]: JSON.stringify({
        more: { permissions: ['users:read', 'applications:read'], scope: 'all' },
      }),
    };
    const get = async (as: Person, to: string, headers = {}) =>
      fetch(`${knowing.origin}/v1/partitions/${partitionId}/evidence${to}`, {
        headers: { accept: 'application/zip', authorization: `Bearer ${as}`, ...headers },
      });
    const files = await unpacked(await get('owner', ''));
    expect(new Set(asked)).toEqual(
      new Set(['owner@example.org undefined', 'owner@example.org more']),
    );
    expect(JSON.parse(files.get('data/roles.ndjson') ?? '')).toEqual({
      userId: holder.id,
      kind: 'USER',
      username: 'mira',
      name: 'Mira <Master>',
      role: 'GLOBAL_MASTER',
      level: 'OWN',
      organizationalUnit: 'Head office',
      sinceDate: '2026-01-01T00:00:00Z',
      givenUserId: null,
      givenUserName: null,
    });
    const report = files.get('report.html') ?? '';
    expect(report).toContain('Mira &lt;Master&gt;');
    expect(report).toContain('GLOBAL_MASTER</code> (administer)');
    expect(report).toContain('through the unit');
    expect(files.get('README.txt')).toContain('listed as far as OWNER is allowed to see them');
    const seeing = await unpacked(await get('owner', '', everyone));
    expect(seeing.get('README.txt')).not.toContain('as far as');
    nobody = true;
    const [seesNone, thereIsNone] = await Promise.all([
      get('owner', ''),
      get('owner', '', everyone),
    ]);
    expect((await unpacked(seesNone)).get('report.html')).toContain(
      'None that OWNER is allowed to see.',
    );
    expect((await unpacked(thereIsNone)).get('report.html')).toContain('Nobody held such a role');

    const statuses = [get('reader', `/${id}`), get('owner', `/${id}`)];
    statuses.push(get('owner', `/${id}`, everyone));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 403, 200]);
    await knowing.close();
    const without = await unpacked(await fetchFile(partitionId, id, 'reader'));
    expect([...without.keys()]).not.toContain('data/roles.ndjson');
  });

  it('is cancelled if the requester may no longer read', async () => {
    const { partitionId } = await staffed();
    const id = await heldByOther(partitionId, {}, 'editor');
    const params = { partitionId, userId: people.editor.userId };
    expect((await service.call(removeMember, { as: 'owner', params })).status).toBe(204);
    await expect(takeOver(partitionId, id)).resolves.toMatchObject({
      state: 'FAILED',
      error: { message: 'EDITOR can no longer read the partition.', messageCode: 'noLongerReads' },
    });
    expect(await partsOf(id)).toBe(0);
  });

  it('is removed when values are erased, finished or in progress', async () => {
    const { partitionId, object } = await staffed();
    const stored = await made(partitionId, { query: `email:"${secret}"` });
    const running = await heldByOther(partitionId);
    const elsewhere = await staffed();
    const other = await made(elsewhere.partitionId);
    expect((await erase(partitionId, object.id)).status).toBe(200);
    for (const id of [stored.id, running]) {
      expect((await jobOf(partitionId, id)).body).toMatchObject({
        state: 'CANCELLED',
        error: { messageCode: 'evidenceFileErased' },
        fileBytes: null,
      });
      expect(await partsOf(id)).toBe(0);
      expect(await refusal(await fetchFile(partitionId, id, 'reader'))).toEqual([
        409,
        'evidence_not_kept',
      ]);
    }
    expect(await partsOf(other.id)).toBe(1);
    await takeOver(partitionId, running);
    expect((await jobOf(partitionId, running)).body.state).toBe('CANCELLED');
    const [rows] = await service.database.query<{ text: string }>(
      sql`select coalesce(string_agg(j::text, ''), '') || coalesce((select string_agg(i::text, '') from data.idempotency i
          where i.answer like '%EVIDENCE%'), '') as text
        from data.job j where partition_id = ${partitionId}`,
    );
    expect(rows?.text).not.toContain(secret);
    const again = await made(partitionId);
    for (const [, text] of await unpacked(await fetchFile(partitionId, again.id, 'reader')))
      expect(text).not.toContain(secret);
  });

  it('is refused if an erasure did not see its file', async () => {
    const { partitionId, object } = await staffed();
    const { id } = await made(partitionId);
    const files = await service.database.query<{ bytes: Uint8Array; fileBytes: number }>(
      sql`select p.bytes, j.file_bytes as "fileBytes" from data.job_part p
          join data.job j on j.partition_id = p.partition_id and j.id = p.job_id
        where p.job_id = ${id}`,
    );
    await erase(partitionId, object.id);
    await service.database.query(
      sql`insert into data.job_part (partition_id, job_id, number, bytes)
        values (${partitionId}, ${id}, 0, ${files[0]?.bytes})`,
    );
    await service.database.query(
      sql`update data.job set state = 'DONE', file_bytes = ${files[0]?.fileBytes},
        expires_date = statement_timestamp() + interval '1 day' where id = ${id}`,
    );
    expect(await refusal(await fetchFile(partitionId, id, 'reader'))).toEqual([
      409,
      'erased_since',
    ]);
  });

  it.each<[string, (partitionId: string, id: string, objectId: string) => Promise<unknown>]>([
    ['values are erased', async (partitionId, _id, objectId) => erase(partitionId, objectId)],
    ['it is removed', async (partitionId, id) => remove(partitionId, id, 'owner')],
    [
      'its reader is removed',
      async (partitionId) =>
        service.call(removeMember, {
          as: 'owner',
          params: { partitionId, userId: people.reader.userId },
        }),
    ],
  ])('breaks off if %s during the download', async (_, act) => {
    const { partitionId, object } = await staffed();
    for (let count = 0; count < 12; count += 1) await write(partitionId, { noise: noise() });
    const { id } = await made(partitionId);
    expect(await partsOf(id)).toBeGreaterThan(8);
    const asking = request(`${service.origin}/v1/partitions/${partitionId}/evidence/${id}`, {
      agent: false,
      headers: { accept: 'application/zip', authorization: 'Bearer reader' },
    }).end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    await once(response, 'readable');
    expect(await act(partitionId, id, object.id)).toMatchObject({
      status: expect.toSatisfy((status) => status < 300),
    });
    const rest = async () => {
      for await (const _piece of response);
    };
    await expect(rest()).rejects.toThrow('aborted');
  });

  it('is cancelled in progress, and removed when finished', async () => {
    const { partitionId } = await staffed();
    const running = await heldByOther(partitionId);
    expect((await remove(partitionId, running)).body).toMatchObject({ state: 'CANCELLED' });
    expect(await partsOf(running)).toBe(0);
    const { id } = await made(partitionId);
    for (let time = 0; time < 2; time += 1)
      expect((await remove(partitionId, id)).body).toMatchObject({
        state: 'CANCELLED',
        fileBytes: null,
      });
    expect(await partsOf(id)).toBe(0);
    expect(await refusal(await fetchFile(partitionId, id, 'reader'))).toEqual([
      409,
      'evidence_not_kept',
    ]);
    const params = { partitionId, jobId: id };
    const conflict = { status: 409, body: { code: 'job_is_evidence' } };
    expect(await service.call(resumeTransfer, { as: 'owner', params })).toMatchObject(conflict);
    const body = { userId: people.owner.userId };
    expect(await service.call(handOverTransfer, { as: 'owner', params, body })).toMatchObject(
      conflict,
    );
    const third = await heldByOther(partitionId);
    const cancelled = await service.call(cancelTransfer, {
      as: 'owner',
      params: { partitionId, jobId: third },
    });
    expect(cancelled.body.state).toBe('CANCELLED');
    expect(await partsOf(third)).toBe(0);
  });

  it('expires and is deleted', async () => {
    const { partitionId } = await staffed();
    const { id } = await made(partitionId);
    const staying = await made(partitionId);
    await service.database.query(
      sql`update data.job set expires_date = statement_timestamp() - interval '1 second' where id = ${id}`,
    );
    const answer = await fetchFile(partitionId, id, 'reader');
    expect(await answer.json()).toMatchObject({
      code: 'evidence_not_kept',
      message: expect.stringContaining('has expired'),
    });
    expect((await jobOf(partitionId, id)).body).toMatchObject({ state: 'DONE', fileBytes: null });
    await sweepFiles(service.database);
    expect([await partsOf(id), await partsOf(staying.id)]).toEqual([0, 1]);
  });

  it('is limited per user and by space', async () => {
    const { partitionId } = await staffed();
    for (let count = 0; count < maxEvidencePerUser; count += 1) await made(partitionId);
    const tooMuch = { status: 409, body: { code: 'too_much_evidence' } };
    expect(await start(partitionId)).toMatchObject(tooMuch);
    const other = await made(partitionId, {}, 'editor');
    await service.database.query(
      sql`update data.job set file_bytes = ${maxStoredBytes} where id = ${other.id}`,
    );
    expect(await start(partitionId, {}, 'owner')).toMatchObject({
      ...tooMuch,
      body: { message: expect.stringContaining('use up the available space') },
    });
    await remove(partitionId, other.id, 'owner');
    await made(partitionId, {}, 'owner');
  });

  it.runIf(exhaustive)(
    'lists in the report and beside it what is left out of a large one',
    async () => {
      const partitionId = await service.makePartition('Many');
      const { fill } = transferCalls(service.database, service);
      for (let from = 0; from < 1001; from += 500)
        await fill(
          partitionId,
          Array.from({ length: Math.min(500, 1001 - from) }, (_, index) => ({
            key: `k${from + index}`,
            type: 'TAG',
            objectData: { name: `Tag ${from + index}` },
            references: [],
            modificationDate: '2020-01-01T00:00:00Z',
          })),
        );
      const reported = await service.call(getEvidence, {
        as: 'reader',
        params: { partitionId },
        query: { query: 'type:TAG' },
      });
      expect(reported.body).toMatchObject({ subject: 'SEARCH', large: true });
      const { id } = await made(partitionId, { query: 'type:TAG' });
      const files = await unpacked(await fetchFile(partitionId, id, 'reader'));
      for (const name of ['README.txt', 'report.html'])
        expect(files.get(name)).toContain(
          'This contains 1,000 objects and 1,000 versions, the most',
        );
      expect(files.get('data/objects.ndjson')?.trim().split('\n')).toHaveLength(1000);
    },
    patience.timeout,
  );

  it('refuses invalid requests before it starts', async () => {
    const { partitionId, object } = await staffed();
    expect((await start(partitionId, {}, 'stranger')).status).toBe(404);
    const anonymous = await service.send('POST', `/v1/partitions/${partitionId}/evidence`, {
      body: '{}',
    });
    expect(anonymous.status).toBe(401);
    const token = await service.call(startEvidence, {
      as: 'reader',
      params: { partitionId },
      body: {},
      headers: { [limitsHeader]: JSON.stringify({ scopes: ['read'] }) },
    });
    expect(token.status).toBe(403);
    expect((await start(partitionId, { objectId: randomUUID() })).status).toBe(404);
    for (const wrong of [
      { query: 'name:"' },
      { asOf: '2999-01-01T00:00:00Z' },
      { asHeld: true },
      { objectId: object.id, query: 'name:Anna' },
    ])
      expect([wrong, (await start(partitionId, wrong)).status]).toEqual([wrong, 400]);
    const key = { 'idempotency-key': 'one-evidence' };
    const again = async () =>
      service.call(startEvidence, {
        as: 'reader',
        params: { partitionId },
        body: {},
        headers: key,
      });
    expect((await again()).body.id).toBe((await again()).body.id);
  });
});

// With separate servers: one with the usual limit would create the file.
describe.each(testDatabases())('evidence that is larger than the limit, $kind', ({ open }) => {
  const service = listenerForAll(open, { maxEvidenceBytes: 100_000 });

  it('is given up, with the reason', async () => {
    const partitionId = await service.makePartition('Staff');
    const written = await service.call(createObject, {
      as: 'owner',
      params: { partitionId },
      body: { type: 'PERSON', objectData: { noise: noise() } },
    });
    expect(written.status).toBe(201);
    const { body } = await service.call(startEvidence, {
      as: 'reader',
      params: { partitionId },
      body: {},
    });
    await expect(transferCalls(service.database, service).over(body.id)).resolves.toMatchObject({
      state: 'FAILED',
      error: { messageCode: 'evidenceFileTooLarge' },
      fileBytes: null,
    });
    const parts = await service.database.query(
      sql`select number from data.job_part where job_id = ${body.id}`,
    );
    expect(parts).toEqual([]);
  });
});

describe.each(testDatabases())('evidence that runs out of memory, $kind', patience, ({ open }) => {
  // How little the real program needs differs between versions of Node.
  const program = path.join(mkdtempSync(path.join(tmpdir(), 'annals-evidence-')), 'hungry.mjs');
  writeFileSync(
    program,
    'const kept = []; for (;;) kept.push(Array.from({ length: 1000 }, () => ({})));',
  );
  afterAll(() => rmSync(path.dirname(program), { recursive: true }));
  const service = listenerForAll(open, { evidenceHeapMb: 16, evidenceProgram: program });

  it('fails with what to do, as a job and directly', async () => {
    const partitionId = await service.makePartition('Staff');
    const params = { partitionId };
    const started = await service.call(startEvidence, { as: 'reader', params, body: {} });
    expect(started.status).toBe(201);
    const { id } = started.body;
    const job = await vi.waitFor(async () => {
      const { body } = await service.call(getKeptEvidence, {
        as: 'reader',
        params: { partitionId, jobId: id },
      });
      expect(body.state).not.toBe('RUNNING');
      return body;
    }, patient);
    expect(job).toMatchObject({
      state: 'FAILED',
      error: { messageCode: 'evidenceTooLarge', parameters: { id } },
    });

    const direct = await fetch(`${service.origin}/v1/partitions/${partitionId}/evidence`, {
      headers: { accept: 'application/zip', authorization: 'Bearer reader' },
    });
    expect([direct.status, await direct.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'evidence_out_of_memory',
        requestId: direct.headers.get('x-request-id'),
      }),
    ]);
    expect(direct.headers.get('content-disposition')).toBeNull();
  });
});

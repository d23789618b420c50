import { createHash, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SoftwareAuthenticator } from '@annals/authentication/testing/software-authenticator';
import type { AuditSampleDetail, SampleItem } from '@annals/contracts/audit-samples';
import type { AuditResult } from '@annals/proofs/bundle';
import { verifyAuditResult } from '@annals/proofs/verify-audit-result';
import { verifyBundleCommand } from './commands/verify-bundle.ts';
import { databaseLocations } from './testing/database-locations.ts';
import { ServicesUnderTest } from './testing/services-under-test.ts';

const sha256 = (text: string) => createHash('sha256').update(text);
const digits = () => Array.from({ length: 30 }, () => randomInt(10)).join('');
const site = { origin: 'https://annals.example.org', rpId: 'annals.example.org' };

describe.each(databaseLocations)('samples of auditors, $kind', ({ make }) => {
  let place: Awaited<ReturnType<typeof make>>;
  let under: ServicesUnderTest;
  let owner: string;
  let auditor: string;
  let auditorId: string;
  let partition: string;
  let passkey: SoftwareAuthenticator;
  /** When half of the objects were written. */
  let middle: string;

  const asOwner = (method: string, url: string, data?: object) =>
    under.succeed(method, url, { token: owner, data });
  const sent = async (method: string, url: string, data?: object, token = auditor) =>
    under.call(method, `${partition}/samples${url}`, { token, data });
  const detail = async (method: string, url: string, data?: object) => {
    const { status, body } = await sent(method, url, data);
    expect([status, body['error']]).toEqual([url === '' ? 201 : 200, undefined]);
    return body as unknown as AuditSampleDetail;
  };

  beforeAll(async () => {
    place = await make();
    under = await ServicesUnderTest.start(place.variables);
    owner = await under.createAndSignIn('owner@example.org', 'GLOBAL_MASTER');
    // A guest without any role.
    auditor = await under.createAndSignIn('auditor@example.org');
    auditorId = String((await under.succeed('GET', '/v1/users/current', { token: auditor }))['id']);
    const { id } = await asOwner('POST', '/v1/partitions', { partitionName: 'Batches' });
    partition = `/v1/partitions/${String(id)}`;
    await asOwner('PUT', `${partition}/users/${auditorId}`, { role: 'READER' });
    const write = async (name: string) =>
      asOwner('POST', `${partition}/objects`, { type: 'BATCH', objectData: { name } });
    for (let n = 0; n < 20; n += 1) await write(`B-${n}`);
    await asOwner('PUT', `${partition}/types/BATCH`, { jsonSchema: { type: 'object' } });
    middle = String((await write('B-20'))['modificationDate']);
    for (let n = 21; n < 40; n += 1) await write(`B-${n}`);

    passkey = new SoftwareAuthenticator(site);
    const factors = '/v1/users/current/factors/passkeys';
    const { challenge, user } = (await under.succeed('POST', `${factors}/options`, {
      token: auditor,
    })) as { challenge: string; user: { id: string } };
    const attestation = passkey.create(challenge, { userHandle: user.id });
    await under.succeed('POST', factors, { token: auditor, data: { name: 'Key', attestation } });
  });
  afterAll(async () => {
    await under.close();
    await place.remove();
  });

  const announce = async (number: string, body: object = {}) =>
    detail('POST', '', { count: 5, commitment: sha256(number).digest('base64'), ...body });
  const draw = async (id: string, number: string) =>
    vi.waitFor(
      async () => {
        const { status, body } = await sent('POST', `/${id}/draw`, { number });
        if (status === 409) {
          expect(body['code']).toBe('not_recorded_yet');
          throw new Error('Not recorded yet.');
        }
        expect(status).toBe(200);
        return body as unknown as AuditSampleDetail;
      },
      { timeout: 30_000 },
    );
  const conclude = async (id: string, items: readonly SampleItem[]) => {
    for (const [at, { index }] of items.entries())
      expect(
        await sent('PUT', `/${id}/items/${index}`, {
          conclusion: (['IN_ORDER', 'FINDING', 'NOT_JUDGED'] as const)[at % 3],
          note: at % 3 === 0 ? '' : `Note ${at}: “größer”`,
        }),
      ).toMatchObject({ status: 204 });
  };
  const signatureOf = async (signing: unknown) => {
    const data = { subject: signing, meaning: 'CONCLUDED' };
    const begun = await under.succeed('POST', '/v1/users/current/signatures', {
      token: auditor,
      data,
    });
    const { challenge } = begun['passkey'] as { challenge: string };
    const { signature } = await under.succeed(
      'POST',
      `/v1/users/current/signatures/${String(begun['signatureId'])}/confirmation`,
      { token: auditor, data: { assertion: passkey.get(challenge) } },
    );
    return String(signature);
  };
  const signed = async () => {
    const number = digits();
    const { id } = await announce(number);
    const { items } = await draw(id, number);
    await conclude(id, items);
    const { signing } = await detail('GET', `/${id}`);
    await detail('POST', `/${id}/signature`, { signature: await signatureOf(signing) });
    const { text } = await under.send('GET', `${partition}/samples/${id}/result`, {
      token: auditor,
    });
    return { id, items, text, result: JSON.parse(text) as AuditResult };
  };

  it('are drawn as anybody can repeat from the checkpoint, the number and ten lines', async () => {
    const number = digits();
    const announced = await announce(number, { count: 12 });
    expect(announced).toMatchObject({ state: 'ANNOUNCED', number: null, items: [], from: 0 });
    const before = await vi.waitFor(async () => {
      const { eventsCheckpoint } = await detail('GET', `/${announced.id}`);
      if (eventsCheckpoint === null) throw new Error('Not recorded yet.');
      return eventsCheckpoint;
    });
    const drawn = await draw(announced.id, number);
    // What the auditor saw before telling the number decides.
    expect(drawn.eventsCheckpoint).toBe(before);
    expect(drawn).toMatchObject({ state: 'DRAWN', number, userId: auditorId });

    const root = drawn.eventsCheckpoint?.split('\n')[2] ?? '';
    const seed = sha256(`${root}\n${number}`).digest('hex');
    const n = BigInt(drawn.size - drawn.from);
    const expected: number[] = [];
    for (let i = 0; expected.length < 12; i += 1) {
      const x = BigInt(`0x${sha256(`${seed}:${i}`).digest('hex').slice(0, 12)}`);
      const index = drawn.from + Number(x % n);
      if (x < 2n ** 48n - (2n ** 48n % n) && !expected.includes(index)) expected.push(index);
    }
    expect(drawn.items.map(({ index }) => index)).toEqual(expected);
    // Titles are data, whose reads may be recorded: only a read shows them.
    const { items: shown } = await detail('GET', `/${drawn.id}`);
    const isShown = ({ kind, title }: { kind: string; title: string | null }) =>
      kind === 'VERSION' ? /^B-\d+$/.test(title ?? '') : title === null;
    expect(shown.filter((item) => !isShown(item))).toEqual([]);
    for (const { kind, title, objectId, recordedDate, recordedUserId } of drawn.items) {
      expect(title).toBeNull();
      expect([kind, objectId === null]).toEqual([kind, kind !== 'VERSION']);
      expect(recordedDate).not.toBeNull();
      expect(recordedUserId).not.toBeNull();
    }
    // A second draw with the same number changes nothing.
    expect(await draw(announced.id, number)).toEqual(drawn);
    const all = await announce(number, { count: drawn.size });
    const every = await draw(all.id, number);
    expect(every.items.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: drawn.size }, (_, index) => index),
    );
    expect(every.items.filter(({ kind }) => kind === 'SCHEMA')).toMatchObject([{ type: 'BATCH' }]);
    expect(every.items.map(({ index }) => index)).not.toEqual(expected);
  });

  it('can begin at a moment', async () => {
    const number = digits();
    const later = await announce(number, { since: middle });
    expect([later.from, later.size]).toEqual([21, 41]);
    const { items } = await draw(later.id, number);
    for (const { index } of items) expect(index).toBeGreaterThanOrEqual(21);
    expect((await announce(number, { since: '2020-01-01T00:00:00Z' })).from).toBe(0);
    const since = new Date(Date.now() + 60_000).toISOString();
    const commitment = sha256(number).digest('base64');
    expect(await sent('POST', '', { count: 1, commitment, since })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'body.count' }] },
    });
  });

  it('are drawn, judged and signed by the auditor who announced them, who can read and no more', async () => {
    const number = digits();
    const { id } = await announce(number);
    expect((await sent('POST', `/${id}/draw`, { number: digits() })).status).toBe(400);
    expect((await sent('POST', `/${id}/draw`, { number }, owner)).status).toBe(403);
    const { items } = await draw(id, number);
    const [first] = items;
    const judged = { conclusion: 'IN_ORDER' };
    expect((await sent('PUT', `/${id}/items/${first?.index}`, judged, owner)).status).toBe(403);
    expect((await sent('PUT', `/${id}/items/999`, judged)).status).toBe(404);
    expect((await sent('GET', `/${id}/result`)).body).toMatchObject({ code: 'not_signed' });
    expect((await detail('GET', `/${id}`)).signing).toBeNull();
    await conclude(id, items);
    expect((await sent('GET', `/${id}`, undefined, owner)).body['signing']).toBeNull();
    const { signing } = await detail('GET', `/${id}`);
    const signature = await signatureOf(signing);
    // A conclusion that changed meanwhile was not signed.
    await sent('PUT', `/${id}/items/${first?.index}`, { ...judged, note: 'Changed.' });
    expect(await sent('POST', `/${id}/signature`, { signature })).toMatchObject({
      status: 400,
      body: { code: 'invalid_signature' },
    });
    const now = await detail('GET', `/${id}`);
    const done = await detail('POST', `/${id}/signature`, {
      signature: await signatureOf(now.signing),
    });
    expect(done).toMatchObject({
      state: 'SIGNED',
      signing: null,
      concludedCount: 5,
      findingCount: 2,
    });
    expect(await sent('PUT', `/${id}/items/${first?.index}`, judged)).toMatchObject({
      status: 409,
      body: { code: 'already_signed' },
    });
    expect((await sent('POST', '', { count: 1, commitment: 'A' })).status).toBe(400);
    const object = { type: 'BATCH', objectData: {} };
    expect(
      (await under.call('POST', `${partition}/objects`, { token: auditor, data: object })).status,
    ).toBe(403);
  });

  it('leave an event for each step, none of which tells the number before the draw', async () => {
    const { id } = await signed();
    const events = await vi.waitFor(async () => {
      const { data } = await under.succeed(
        'GET',
        `/v1/events?subject=${partition.slice('/v1/'.length).replace('partitions', 'partition')}&pageSize=100`,
        { token: owner },
      );
      const own = (data as { action: string; after: { sample?: { id: string } } | null }[])
        .filter(({ after }) => after?.sample?.id === id)
        .toReversed();
      if (own.length < 3) throw new Error('Not recorded yet.');
      return own;
    });
    expect(events).toMatchObject([
      { action: 'auditSample.announced', actor: { id: auditorId } },
      { action: 'auditSample.drawn', after: { sample: { entries: expect.any(Array) } } },
      { action: 'auditSample.signed', after: { sample: { count: 5, findings: 2 } } },
    ]);
    expect(events[0]?.after?.sample).not.toHaveProperty('number');
  });

  describe('the result', () => {
    let directory: string;
    let output: string[];
    beforeAll(() => {
      directory = mkdtempSync(path.join(tmpdir(), 'annals-audit-'));
    });
    afterAll(() => rmSync(directory, { recursive: true, force: true }));
    beforeEach(() => {
      output = [];
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => output.push(String(text)) > 0);
    });
    afterEach(() => vi.restoreAllMocks());

    it('verifies without the service, and says who concluded what', async () => {
      const { text, result } = await signed();
      expect(text).not.toContain('B-1');
      const file = path.join(directory, 'result.json');
      writeFileSync(file, text);
      const code = await verifyBundleCommand({ file, keys: [], checkpointFiles: [] });
      expect({ code, text: output.join('') }).toEqual({
        code: 0,
        text: expect.stringMatching(
          new RegExp(
            `^intact\n  audited by  auditor@example.org, ${auditorId} on \\S+ – signed with a passkey\n` +
              `  sample      5 entries, drawn as announced\n  conclusions 2 in order, 2 with a finding, 1 not judged\n`,
          ),
        ),
      });
      const { checkpoint } = result.population;
      expect(verifyAuditResult(result, { checkpoints: [checkpoint] }, text)).toMatchObject({
        verdict: { verdict: 'INTACT' },
        historyKnown: true,
      });
    });

    it('reveals 200 single altered bytes, wherever they are', async () => {
      const { text } = await signed();
      const bytes = Buffer.from(text);
      const missed: string[] = [];
      for (let n = 0; n < 200; n += 1) {
        const at = Math.floor((n * bytes.length) / 200);
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] ?? 0) ^ 1;
        const read = altered.toString();
        let parsed: unknown;
        try {
          parsed = JSON.parse(read);
        } catch {
          // Not JSON any more.
        }
        const { verdict } = verifyAuditResult(parsed, {}, read);
        if (verdict.verdict !== 'TAMPERED') missed.push(read.slice(Math.max(0, at - 30), at + 30));
      }
      expect(missed).toEqual([]);
    });

    it('reveals another draw, another population, and conclusions of somebody else', async () => {
      const { result } = await signed();
      const other = await signed();
      const nameOf = (changed: AuditResult) => {
        const { verdict } = verifyAuditResult(changed);
        return verdict.verdict === 'TAMPERED' ? verdict.findings.map(({ name }) => name) : [];
      };
      expect(nameOf(result)).toEqual([]);
      const { announcement, items, signature } = other.result;
      expect(nameOf({ ...result, items })).toEqual(
        expect.arrayContaining(['drawWrong', 'auditSignatureOfAnother']),
      );
      expect(nameOf({ ...result, items: result.items.toReversed() })).toContain('drawWrong');
      expect(nameOf({ ...result, population: { ...result.population, count: 4 } })).toEqual(
        expect.arrayContaining(['announcementOfAnother', 'drawWrong']),
      );
      expect(nameOf({ ...result, announcement })).toContain('announcementOfAnother');
      expect(nameOf({ ...result, signature })).toEqual(['auditSignatureOfAnother']);
      expect(nameOf({ ...result, number: other.result.number })).toContain('numberNotAnnounced');
      expect(nameOf({} as AuditResult)).toEqual(['auditResultPlaceWrong']);
    });
  });
});

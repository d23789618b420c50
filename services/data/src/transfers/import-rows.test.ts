import { beforeEach, describe, expect, it } from 'vitest';
import { putChangePolicy } from '@annals/contracts/change-policy';
import { importObjects, maximalImportRows, type ImportRow } from '@annals/contracts/transfers';
import { createObject, endTimeline, recentObjects } from '@annals/contracts/objects';
import type { CallInput } from '@annals/contracts/endpoint';
import { eraseValues } from '@annals/contracts/proofs';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, people, listenerForAll, type Person } from '../testing/data-listener.ts';

type DataRow = Extract<ImportRow, { type: unknown }>;

const id = (number: number) => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`;
const date = '2020-01-01T00:00:00.000000Z';

describe.each(testDatabases())('rows of an import, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeEach(async () => {
    partitionId = await service.makePartition();
  });

  type Query = NonNullable<CallInput<typeof importObjects>['query']>;
  const row = (key: string, more: Partial<DataRow> = {}): ImportRow => ({
    key,
    type: 'TAG',
    objectData: {},
    references: [],
    ...more,
  });
  const end = (key: string): ImportRow => ({ key, ended: true });
  const send = async (
    rows: ImportRow[],
    query: Query = {},
    as: Person = 'editor',
    headers: Record<string, string> = {},
  ) => service.call(importObjects, { as, headers, params: { partitionId }, query, body: { rows } });
  const recent = async () =>
    (await service.call(recentObjects, { as: 'reader', params: { partitionId } })).body.data;

  it('uses the moment and the caller as defaults, and records the import', async () => {
    await send([row('dated', { modificationDate: date })]);
    await send([row('plain'), row('plain')]);
    const [second, first, dated] = await recent();
    expect(first?.modificationDate).not.toBe(second?.modificationDate);
    for (const plain of [first, second])
      expect(plain).toMatchObject({
        modificationUserId: people.editor.userId,
        importedDate: null,
        importedUserId: null,
      });
    expect(dated).toMatchObject({
      modificationDate: date,
      modificationUserId: people.editor.userId,
      importedUserId: people.editor.userId,
    });
    expect(String(dated?.importedDate) > '2025').toBe(true);
  });

  it('accepts other authors only from an owner', async () => {
    const rows = [row('a', { modificationUserId: people.reader.userId.toUpperCase() })];
    await expect(send(rows)).resolves.toMatchObject({
      status: 403,
      body: { code: 'forbidden', error: expect.stringMatching(/Row 0 .*owner/) },
    });
    const limits = (scopes: string[]) => ({ [limitsHeader]: JSON.stringify({ scopes }) });
    const editing = await send(rows, {}, 'owner', limits(['read', 'write']));
    expect(editing).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const own = await send([row('own', { modificationUserId: people.editor.userId })]);
    expect(own.status).toBe(200);
    for (const as of ['owner', 'writesAll'] as const)
      expect((await send(rows, {}, as)).status).toBe(200);
    const [last] = await recent();
    expect(last).toMatchObject({
      modificationUserId: people.reader.userId,
      genesisUserId: people.reader.userId,
      importedUserId: people.writesAll.userId,
    });
  });

  it('compares the author of an existing version if a row names one', async () => {
    const author = { modificationUserId: people.reader.userId };
    await send([row('a', { id: id(1), ...author })], {}, 'owner');
    const again = await send([row('a', { id: id(1), ...author })]);
    expect(again.body).toMatchObject({ existing: 1 });
    expect((await send([row('a', { id: id(1) })])).body).toMatchObject({ existing: 1 });
    const other = await send([row('a', { id: id(1), modificationUserId: people.owner.userId })]);
    expect(other).toMatchObject({ status: 409, body: { code: 'id_taken' } });
  });

  it('treats a version with erased values as equal, and leaves them erased', async () => {
    const objectData = { name: 'Anna', city: 'Graz', phones: ['1', '2'] };
    await send([row('a', { id: id(2), objectData })]);
    const erased = await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: id(2) },
      body: { paths: ['/name', '/phones/1'], reason: 'Asked for.', legalBasis: 'GDPR Art. 17' },
    });
    expect(erased.body.valueCount).toBe(2);
    expect((await send([row('a', { id: id(2), objectData })])).body).toMatchObject({ existing: 1 });
    const [left] = await recent();
    expect(left?.objectData).toEqual({ name: null, city: 'Graz', phones: ['1', null] });
    for (const other of [
      { ...objectData, city: 'Wien' },
      { city: 'Graz', phones: ['1', '2'] },
    ])
      expect((await send([row('a', { id: id(2), objectData: other })])).status).toBe(409);
  });

  it('lets an ended timeline continue with a row marked as restored', async () => {
    await send([row('a'), end('a')]);
    const silent = await send([row('a')]);
    expect(silent).toMatchObject({ status: 409, body: { code: 'timeline_ended' } });
    const rows = [row('a', { restored: true }), row('a'), end('a'), end('a')];
    expect((await send(rows.slice(0, 3))).body).toMatchObject({ changed: 2, ended: 1 });
    const twice = await send([row('a', { restored: true }), ...rows.slice(2)]);
    expect(twice).toMatchObject({ status: 409, body: { code: 'timeline_ended' } });
  });

  it('accepts the id of a timeline as its key, unless it is another import key', async () => {
    const params = { partitionId };
    const made = async (n: number) =>
      service.call(createObject, {
        as: 'editor',
        params,
        body: { type: 'TAG', objectData: { n } },
      });
    const [first, second] = [(await made(1)).body, (await made(2)).body];
    const [a, b] = [first.timelineId ?? '', second.timelineId ?? ''];
    const rows = [
      row(a.toUpperCase(), { references: [{ name: 'r', key: b }], objectData: { n: 3 } }),
      row(a, { id: first.id, objectData: { n: 1 } }),
      end(b),
    ];
    expect((await send(rows)).body).toMatchObject({ changed: 1, existing: 1, ended: 1 });
    const [ended, changed] = await recent();
    expect(ended).toMatchObject({ timelineId: b, objectData: { n: 2 } });
    expect(changed).toMatchObject({
      timelineId: a,
      predecessorId: first.id,
      references: [{ timelineId: b, objectId: second.id }],
    });
    partitionId = await service.makePartition();
    const moved = [row(b), row(a, { references: [{ name: 'r', key: b }] }), row(a)];
    expect((await send(moved)).body).toMatchObject({ created: 2, changed: 1 });
    const [newest] = await recent();
    expect(newest?.timelineId).not.toBe(a);
  });

  it('checks each row by itself with skipRefused, and in a dry run', async () => {
    await service.call(createObject, {
      as: 'editor',
      params: { partitionId },
      body: { type: 'TAG', objectData: {} },
    });
    const rows = [
      row('a'),
      row('a', { type: 'OTHER' }),
      row('b', { modificationDate: date }),
      row('c', { references: [{ name: 'r', key: 'b' }] }),
      row('d', { references: [{ name: 'r', key: 'a' }] }),
      row('d', { modificationUserId: people.owner.userId }),
      end('a'),
      row('a'),
    ];
    const dry = await send(rows, { dryRun: true });
    expect(dry).toMatchObject({
      status: 200,
      body: {
        created: 2,
        changed: 0,
        ended: 1,
        existing: 0,
        refused: [
          { row: 1, code: 'bad_request', message: expect.stringMatching(/^type: /) },
          { row: 2, code: 'dates_go_back', message: expect.stringMatching(/^The row is dated/) },
          { row: 3, code: 'bad_request', message: expect.stringMatching(/^references\.0\.key: /) },
          { row: 5, code: 'forbidden' },
          { row: 7, code: 'timeline_ended' },
        ],
      },
    });
    expect(await recent()).toHaveLength(1);
    const { body } = await send(rows, { skipRefused: true });
    const reported = ({ refused, outcomes: _outcomes, ...counts }: typeof body) => [
      counts,
      refused.map(({ row: number, code }) => [number, code]),
    ];
    expect(reported(body)).toEqual(reported(dry.body));
    expect(dry.body.outcomes?.join(' ')).toBe(
      'created refused refused refused created refused ended refused',
    );
    expect((await recent()).map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1]);
    const whole = await send(rows);
    expect(whole.status).toBe(409);
  });

  it('checks rows for a change set without the rules of the partition, and returns their timelines', async () => {
    await send([row('a'), row('gone'), end('gone')]);
    const [, gone, a] = await recent();
    const policy = await service.call(putChangePolicy, {
      as: 'owner',
      params: { partitionId },
      body: {
        rules: [{ types: null, approvals: 1, approvers: { roles: ['OWNER'], userIds: [] } }],
      },
    });
    expect(policy.status).toBe(200);
    const rows = [
      row('a', { objectData: { n: 1 } }),
      row('b', { references: [{ name: 'r', key: 'a' }] }),
      end('none'),
      row('gone', { restored: true }),
      row('a', { type: 'OTHER' }),
    ];
    const direct = await send(rows, { dryRun: true });
    expect(direct.body.refused[0]).toMatchObject({ row: 0, code: 'change_set_required' });
    expect(direct.body.timelines).toBeUndefined();
    const { status, body } = await send(rows, { dryRun: true, forChangeSet: true });
    expect(status).toBe(200);
    expect(body.outcomes?.join(' ')).toBe('changed created refused changed refused');
    const [, , ended] = (await recent()).toReversed();
    expect(body.timelines).toEqual([
      { key: 'a', timelineId: a?.timelineId, objectId: a?.id, ended: false },
      { key: 'gone', timelineId: gone?.timelineId, objectId: ended?.id, ended: true },
    ]);
    expect(await recent()).toHaveLength(3);
    // Without the dry run the rules would be bypassed.
    expect(await send(rows, { forChangeSet: true })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'query.forChangeSet' }] },
    });
    expect((await send(rows, { dryRun: true, forChangeSet: true }, 'reader')).status).toBe(403);
    expect(await recent()).toHaveLength(3);
  });

  it('refuses a job in a dry run, and an unknown one', async () => {
    const dry = await send([row('a')], { dryRun: true, jobId: id(1) });
    expect(dry).toMatchObject({ status: 400, body: { fields: [{ path: 'query.jobId' }] } });
    const absent = await send([row('a')], { jobId: id(1) });
    expect(absent.status).toBe(404);
    expect(await recent()).toEqual([]);
  });

  it('refuses an invalid batch', async () => {
    expect((await send([])).status).toBe(400);
    expect((await send(Array.from({ length: 1_001 }, () => row('a')))).status).toBe(400);
    const incomplete = await service.send('POST', `/v1/partitions/${partitionId}/import`, {
      as: 'editor',
      body: '{"rows":[{"key":"a"}]}',
    });
    expect(incomplete.status).toBe(400);
  });

  it('does not touch a timeline that was ended manually', async () => {
    await send([row('a')]);
    const [version] = await recent();
    const params = { partitionId, timelineId: version?.timelineId ?? '' };
    await service.call(endTimeline, { as: 'editor', params, body: {} });
    expect((await send([row('a')], { skipRefused: true })).body).toMatchObject({
      changed: 0,
      refused: [{ row: 0, code: 'timeline_ended' }],
    });
  });

  describe('of one date', () => {
    const at = { modificationDate: date };
    const to = (...keys: string[]) => ({ references: keys.map((key) => ({ name: 'to', key })) });

    it('may refer to each other and to themselves in any order', async () => {
      const rows = [
        row('a', { ...at, ...to('b', 'a'), id: id(3) }),
        row('b', { ...at, ...to('a') }),
      ];
      expect((await send(rows)).body).toMatchObject({ created: 2, refused: [] });
      const [b, a] = await recent();
      const target = (version: typeof a) => ({
        name: 'to',
        type: 'TAG',
        timelineId: version?.timelineId,
        objectId: version?.id,
      });
      expect(a?.id).toBe(id(3));
      expect(a?.references).toEqual([target(b), target(a)]);
      expect(b?.references).toEqual([target(a)]);
      expect((await send(rows.slice(0, 1))).body).toMatchObject({ existing: 1 });
    });

    it('are refused if the later one is, in a dry run too', async () => {
      const rows = [
        row('a', { ...at, ...to('b') }),
        row('b', { ...at, ...to('c') }),
        row('c', { ...at, ...to('none') }),
        row('d', { ...at, ...to('e') }),
        row('e', at),
      ];
      const refused = [{ row: 0 }, { row: 1 }, { row: 2 }];
      expect((await send(rows)).body).toMatchObject({
        fields: [{ path: 'body.rows.2.references.0.key' }],
      });
      expect((await send(rows, { dryRun: true })).body).toMatchObject({ created: 2, refused });
      expect((await send(rows, { skipRefused: true })).body).toMatchObject({ created: 2, refused });
      await expect(recent()).resolves.toHaveLength(2);
    });

    it('are refused in a circle of more rows than a call takes, with what to do', async () => {
      const circle = Array.from({ length: maximalImportRows + 1 }, (_, number) =>
        row(`${number}`, { ...at, ...to(`${(number + 1) % (maximalImportRows + 1)}`) }),
      );
      const { body } = await send(circle.slice(0, maximalImportRows));
      expect(body.fields).toMatchObject([
        {
          path: `body.rows.${maximalImportRows - 1}.references.0.key`,
          message: expect.stringMatching(
            /in a circle have to be imported together, at most 1000\.$/,
          ) as string,
        },
      ]);
      await expect(recent()).resolves.toEqual([]);
      // As many as a call takes are imported.
      const whole = circle
        .slice(0, maximalImportRows)
        .with(maximalImportRows - 1, row(`${maximalImportRows - 1}`, { ...at, ...to('0') }));
      expect((await send(whole)).body).toMatchObject({ created: maximalImportRows, refused: [] });
    });

    it('do not lead to a row of another date, to an end, or to one whose key was refused before', async () => {
      const later = { modificationDate: '2020-01-02T00:00:00.000000Z' };
      for (const rows of [
        [row('a', { ...at, ...to('b') }), row('b', later)],
        [row('a', to('b')), row('b')],
        [row('a', { ...at, ...to('b') }), { ...end('b'), ...at }],
      ])
        expect((await send(rows)).body).toMatchObject({
          fields: [{ path: 'body.rows.0.references.0.key' }],
        });
      const rows = [
        row('b', { ...at, ...to('none') }),
        row('a', { ...at, ...to('b') }),
        row('b', at),
      ];
      expect((await send(rows, { skipRefused: true })).body).toMatchObject({
        created: 1,
        refused: [{ row: 0 }, { row: 1 }],
      });
    });
  });
});

// @vitest-environment happy-dom
import { say, type ServiceMessage } from '@annals/contracts/messages';
import { createHash } from 'node:crypto';
import { cleanup, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getTransfer } from '@annals/contracts/transfers';
import { toBase64 } from '@annals/proofs/bytes';
import { TestLog } from '@annals/proofs/testing/test-log';
import { partitionLines } from '@annals/proofs/testing/test-proofs';
import { makeLog } from '@annals/proofs/testing/sample-log';
import { queryClient as consoleQueries } from '../../platform/api/query.ts';
import { type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import type { ProxyRequest } from '../../platform/api/request.ts';
import { bundleRuns } from '../../domain/proofs/bundle-run.ts';
import { verificationRuns } from '../../domain/proofs/verification-run.ts';
import { setLanguage } from '../../platform/texts.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { importRuns } from './import/import-run.ts';
import { TransfersPage } from './TransfersPage.tsx';

const partition = {
  id: '0190aaaa-0000-7000-8000-000000000001',
  partitionName: 'Products',
  role: 'EDITOR',
};
const base = `/v1/partitions/${partition.id}`;
const lines = [
  { key: 'a', type: 'TAG', objectData: {} },
  { key: 'a', type: 'TAG', objectData: { n: 2 } },
  { key: 'b', type: 'TAG', objectData: {} },
];
const text = lines.map((line) => JSON.stringify(line)).join('\n');
const transfer = {
  id: '0190aaaa-0000-7000-8000-000000000002',
  kind: 'IMPORT',
  partitionId: partition.id,
  partitionName: 'Products',
  fileName: 'tags.ndjson',
  fileHash: createHash('sha256').update(text).digest('hex'),
  state: 'RUNNING',
  done: 0,
  total: 3,
  created: 0,
  changed: 0,
  ended: 0,
  existing: 0,
  refused: 0,
  error: null,
  createdDate: '2026-03-01T00:00:00Z',
  createdUserId: '0190aaaa-0000-7000-8000-000000000003',
  createdUserName: 'Ada',
  changedDate: '2026-03-01T00:00:00Z',
  endedDate: null,
  refusals: [{ row: 1, code: 'dates_go_back', message: 'Too old.' }],
};
const none = { created: 0, changed: 0, ended: 0, existing: 0, refused: [] };

function serve(over: (request: ProxyRequest) => Answer | undefined) {
  localStorage.setItem('auth', 'token');
  return fakeServer((request) => {
    const special = over(request);
    if (special) return special;
    if (request.url === base) return { body: { ...partition, role: 'OWNER' } };
    if (request.url === '/v1/auth') return { body: {} };
    if (request.url.startsWith('/authentication/v1/roles'))
      return { body: [{ name: 'USER', permissions: [] }] };
    if (request.url === `/v1/jobs/${transfer.id}`) return { body: transfer };
    return { status: 404, body: { error: 'Not Found' } };
  });
}

const choose = async (user: UserEvent, content: string) =>
  user.upload(await screen.findByLabelText('Choose a file'), new File([content], 'tags.ndjson'));
const open = async (search: string) => renderAt(`/migrations?${search}`, () => <TransfersPage />);

beforeEach(() => setLanguage('en'));
afterEach(() => {
  cleanup();
  importRuns.set(undefined);
  verificationRuns.set(undefined);
  bundleRuns.set(undefined);
  consoleQueries.clear();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('checks a file, imports its rows, and shows those that were refused', async () => {
  const refusal = { row: 1, code: 'dates_go_back', message: 'Too old.' };
  const net = serve(({ method, url }) => {
    if (method !== 'POST') return undefined;
    if (url.includes('dryRun')) {
      const outcomes = ['created', 'changed', 'created'];
      return { body: { ...none, created: 2, changed: 1, outcomes } };
    }
    if (url.includes('/import')) return { body: { ...none, created: 2, refused: [refusal] } };
    if (url.endsWith('/jobs')) return { status: 201, body: transfer };
    return url.endsWith('/finish') ? { body: { ...transfer, state: 'DONE', done: 3 } } : undefined;
  });
  const { user } = await open(`tab=import&partition=${partition.id}`);
  await screen.findByDisplayValue('Products');
  await choose(user, text);
  expect(
    await within(await screen.findByRole('group', { name: 'Preview' })).findByText('2 new'),
  ).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Import 3 rows' }));
  expect(await screen.findByRole('button', { name: 'Import another file' })).toBeTruthy();
  expect(screen.getByText('Too old.').closest('tr')?.textContent).toBe('2RefusedToo old.');

  const sent = net.requests.filter(({ method, url }) => method === 'POST' && url.startsWith(base));
  expect(sent.map(({ url }) => url.replace(base, ''))).toEqual([
    '/import?dryRun=true&withCurrent=true',
    '/jobs',
    `/import?skipRefused=true&jobId=${transfer.id}`,
    `/jobs/${transfer.id}/finish`,
  ]);
  expect(sent[1]?.data).toEqual({
    kind: 'IMPORT',
    fileName: 'tags.ndjson',
    fileHash: transfer.fileHash,
    total: 3,
  });
  expect(sent[2]?.headers['idempotency-key']).toBe(`import-${transfer.id}-0`);
  expect(sent[2]?.data).toMatchObject({ rows: lines });
});

it('does not import a file with unreadable rows, and lists them', async () => {
  serve(({ url }) =>
    url.includes('dryRun') ? { body: { ...none, created: 1, outcomes: ['created'] } } : undefined,
  );
  const { user } = await open(`tab=import&partition=${partition.id}`);
  await screen.findByDisplayValue('Products');
  await choose(user, `${JSON.stringify(lines[0])}\n{"key":"b"}`);
  const row = (await screen.findByText('Unreadable')).closest('tr');
  expect(row?.textContent).toMatch(/^2Unreadable/);
  expect(row?.textContent).toContain('type is missing. objectData is missing.');
  // An unreadable row counts as a row of the file too.
  expect(screen.getByText('2 of 2 rows')).toBeTruthy();
  const begin = await screen.findByRole<HTMLButtonElement>('button', { name: 'Import 1 row' });
  expect(begin.disabled).toBe(true);
});

it('shows a message instead of the form if the user cannot write to any partition', async () => {
  const others = {
    data: [
      { ...partition, role: 'READER' },
      { ...partition, role: null },
    ],
  };
  serve(({ url }) =>
    url.startsWith('/v1/partitions?') ? { body: { ...others, hasMore: false } } : undefined,
  );
  await open('tab=import');
  expect(await screen.findByText('No partition to import into')).toBeTruthy();
  expect(screen.queryByLabelText('Choose a file')).toBeNull();
  expect(screen.queryByText('File format')).toBeNull();
});

it('accepts no file for a partition that the user can only read', async () => {
  const data = [partition, { ...partition, id: transfer.id, role: 'EDITOR' }];
  serve(({ url }) =>
    url.startsWith('/v1/partitions?')
      ? { body: { data, hasMore: false } }
      : url === base
        ? { body: { ...partition, role: 'READER' } }
        : undefined,
  );
  await open(`tab=import&partition=${partition.id}`);
  expect(await screen.findByText(/You can read this partition, but not write/)).toBeTruthy();
  expect(screen.queryByLabelText('Choose a file')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Check the file' })).toBeNull();
});

it('warns before writing anything if the same file is already being imported', async () => {
  const twin = { ...transfer, id: '0190aaaa-0000-7000-8000-000000000009' };
  let begun = false;
  const net = serve(({ method, url }) => {
    if (url.includes('dryRun'))
      return { body: { ...none, outcomes: ['created', 'changed', 'created'] } };
    if (url.startsWith('/v1/jobs?')) return { body: { data: begun ? [twin] : [] } };
    if (method === 'POST' && url.endsWith('/jobs')) return { status: 201, body: transfer };
    if (url.includes('/import')) return { body: { ...none, created: 3 } };
    return url.endsWith('/finish') ? { body: { ...transfer, state: 'DONE', done: 3 } } : undefined;
  });
  const { user } = await open(`tab=import&partition=${partition.id}`);
  await screen.findByDisplayValue('Products');
  await choose(user, text);
  await screen.findByRole('button', { name: 'Import 3 rows' });
  expect(screen.queryByRole('alert')).toBeNull();

  begun = true;
  await user.click(screen.getByRole('button', { name: 'Import 3 rows' }));
  const warning = await screen.findByRole('alert');
  expect(warning.textContent).toContain('into this partition, by Ada');
  expect(within(warning).getByRole('link').getAttribute('href')).toContain(twin.id);
  const started = () => net.requests.filter(({ url }) => url === `${base}/jobs`).length;
  expect(started()).toBe(0);
  // After the warning, the user can import it anyway.
  await user.click(screen.getByRole('button', { name: 'Import 3 rows' }));
  await screen.findByRole('button', { name: 'Import another file' });
  expect(started()).toBe(1);
});

const changeSetId = '0190aaaa-0000-7000-8000-00000000000c';
const page = (data: unknown[]) => ({ body: { data, hasMore: false, nextCursor: null } });
const changeSetBody = {
  id: changeSetId,
  partitionId: partition.id,
  title: 'List of June',
  state: 'DRAFT',
  revision: 1,
  author: { userId: transfer.createdUserId, name: 'Ada' },
  createdDate: transfer.createdDate,
  changedDate: transfer.createdDate,
  submittedDate: null,
  operationCount: 1,
  openComments: 0,
  committedDate: null,
  description: null,
  reason: null,
  contributors: [],
  reviewers: [],
  autoCommit: false,
  version: 1,
  counts: { create: 0, newVersion: 0, end: 0, restore: 0 },
  reviews: [],
  requirements: [],
  committed: null,
  revertOf: null,
  revertedBy: null,
  may: ['EDIT'],
  mustSign: false,
};
const policyOf = (approvals: number) => ({
  body: {
    rules: [
      {
        types: null,
        approvals,
        approvers: { roles: ['OWNER'], users: [] },
        reasonRequired: false,
        signatureRequired: false,
      },
    ],
    breakGlass: false,
    version: 1,
    changedDate: null,
    changedUserId: null,
    changedUserName: null,
  },
});

it('imports a file into a new change set if the policy requires one', async () => {
  const timelineId = '0190aaaa-0000-7000-8000-00000000000a';
  const objectId = '0190aaaa-0000-7000-8000-00000000000b';
  const net = serve(({ method, url }) => {
    if (url.endsWith('/change-policy')) return policyOf(1);
    if (method === 'GET' && url.startsWith(`${base}/change-sets?`)) return page([]);
    if (method === 'POST' && url === `${base}/change-sets`)
      return { status: 201, body: changeSetBody };
    if (method === 'POST' && url.endsWith('/operations')) return { body: changeSetBody };
    if (url.includes('/import?'))
      return {
        body: {
          ...none,
          created: 1,
          changed: 1,
          refused: [{ row: 2, code: 'bad_request', message: 'Wrong type.' }],
          outcomes: ['created', 'changed', 'refused'],
          timelines: [{ key: 'a', timelineId, objectId, ended: false }],
        },
      };
    return undefined;
  });
  const { user } = await open(`tab=import&partition=${partition.id}`);
  expect(
    await screen.findByRole<HTMLInputElement>('radio', { name: 'Into a new change set' }),
  ).toHaveProperty('checked', true);
  expect(screen.queryByRole('radio', { name: 'Directly into the partition' })).toBeNull();
  expect(screen.getByText(/at most 1,000 changes/)).toBeTruthy();
  const rows = [
    { key: 'b', type: 'TAG', objectData: {}, references: [{ name: 'to', key: 'a' }] },
    { key: 'a', type: 'TAG', objectData: { n: 1 } },
    { key: 'a', type: 'TAG', objectData: { n: 2 }, references: [{ name: 'to', key: 'b' }] },
    { key: 'c', type: 'OTHER', objectData: {} },
  ];
  await choose(user, rows.map((each) => JSON.stringify(each)).join('\n'));
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByText('Enter a title.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'List of June');
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'June');
  // Rows are listed by their number in the file: one that a later row replaces, and one that the service refuses.
  expect(screen.getByText(/same object is changed by row 3/).closest('tr')?.textContent).toMatch(
    /^2/,
  );
  expect(screen.getByText('Wrong type.').closest('tr')?.textContent).toMatch(/^4/);
  expect(net.lines().some((line) => line.startsWith('POST') && line.includes('change-sets'))).toBe(
    false,
  );
  await user.click(screen.getByRole('button', { name: 'Add 2 changes' }));
  const link = await screen.findByRole('link', { name: 'Open the change set' });
  expect(link.getAttribute('href')).toBe(`${base}/change-sets/${changeSetId}`);

  const sent = net.requests.filter(({ method, url }) => method === 'POST' && url.startsWith(base));
  expect(sent.map(({ url }) => url.replace(base, ''))).toEqual([
    '/import?dryRun=true&withCurrent=true&skipUnchanged=true&forChangeSet=true',
    '/change-sets',
    `/change-sets/${changeSetId}/operations`,
  ]);
  expect(sent[1]?.data).toEqual({ title: 'List of June', reason: 'June' });
  expect(sent[2]?.data).toMatchObject({
    operations: [
      { operation: { operation: 'create', localName: 'b', references: [{ timelineId }] } },
      {
        operationId: timelineId,
        operation: {
          operation: 'newVersion',
          timelineId,
          predecessorId: objectId,
          objectData: { n: 2 },
          references: [{ name: 'to', localName: 'b' }],
        },
      },
    ],
  });
});

it('rejects a file that is too large for a change set before adding anything', async () => {
  const net = serve(({ url, data }) => {
    if (url.endsWith('/change-policy')) return policyOf(0);
    if (url.startsWith(`${base}/change-sets?`)) return page([changeSetBody]);
    if (url.startsWith(`${base}/change-sets/${changeSetId}/operations`)) return page([]);
    if (!url.includes('/import?')) return undefined;
    const { rows } = data as { rows: unknown[] };
    return {
      body: { ...none, created: rows.length, outcomes: rows.map(() => 'created'), timelines: [] },
    };
  });
  const { user } = await open(`tab=import&partition=${partition.id}`);
  const direct = await screen.findByRole('radio', { name: 'Directly into the partition' });
  expect(direct).toHaveProperty('checked', true);
  await user.click(screen.getByRole('radio', { name: /change set “List of June”/ }));
  const many = Array.from({ length: 1001 }, (_, n) => ({
    key: `k${n}`,
    type: 'TAG',
    objectData: {},
  }));
  await choose(user, many.map((each) => JSON.stringify(each)).join('\n'));
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByText(/at most 1,000 changes, and this file has more/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  const posts = net
    .lines()
    .filter((line) => line.startsWith('POST') && line.includes('change-sets'));
  expect(posts).toEqual([]);
});

it('focuses the field that the service rejects when a partition is copied', async () => {
  serve(({ method, url }) => {
    if (url.startsWith('/authentication/v1/roles'))
      return { body: [{ name: 'USER', permissions: ['partitions:create'], mayGrant: false }] };
    if (method === 'POST' && url === '/v1/partitions')
      return {
        status: 400,
        body: {
          error: 'Bad Request',
          message: 'Not right.',
          fields: [{ path: 'body.partitionName', message: 'Another name, please.' }],
        },
      };
    return undefined;
  });
  localStorage.setItem('auth', `x.${btoa(JSON.stringify({ roles: ['USER'] }))}.x`);
  const { user } = await open(`tab=copy&partition=${partition.id}`);
  await screen.findByDisplayValue('Products');
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await user.type(name, 'Twins');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Another name, please.')).toBeTruthy();
  expect(document.activeElement).toBe(name);
});

it('resumes after a reload only with the same file, after the rows already written', async () => {
  const net = serve(({ method, url }) => {
    if (url.endsWith('/resume')) return { body: { ...transfer, done: 2 } };
    if (url.endsWith('/finish')) return { body: { ...transfer, state: 'DONE', done: 3 } };
    return method === 'POST' && url.includes('/import?')
      ? { body: { ...none, created: 1 } }
      : undefined;
  });
  const { user } = await open(`tab=import&run=${transfer.id}`);
  await choose(user, `${text}\n`);
  expect(
    await screen.findByText(/This is not the file that the import was started with/),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  await choose(user, text);
  expect(await screen.findByText('3 of 3 rows')).toBeTruthy();
  const batches = net.requests.filter(({ url }) => url.includes('/import?'));
  expect(batches.map(({ data }) => data)).toMatchObject([
    { numbers: [3], rows: [{ ...lines[2], references: [] }] },
  ]);
  expect(batches[0]?.headers['idempotency-key']).toBe(`import-${transfer.id}-2`);
});

it('shows a run with its refused rows, and cancels it after confirmation', async () => {
  const net = serve(({ url }) => {
    if (url.endsWith('/cancel')) return { body: { ...transfer, state: 'CANCELLED' } };
    return url === base ? { body: { ...partition, role: 'OWNER' } } : undefined;
  });
  const { user } = await open(`tab=runs&run=${transfer.id}`);
  expect((await screen.findByText('dates_go_back')).closest('tr')?.textContent).toContain('2');
  await user.click(await screen.findByRole('button', { name: 'Cancel run' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel run' }));
  await expect.poll(() => net.lines()).toContain(`POST ${base}/jobs/${transfer.id}/cancel`);
});

it('shows an evidence run with its file, or why the file was removed', async () => {
  const evidence = { subject: 'SEARCH', query: 'name:Ben', language: 'en' };
  let job = {
    ...transfer,
    kind: 'EVIDENCE',
    evidence,
    state: 'DONE',
    fileBytes: 2_500_000 as number | null,
    expiresDate: '2026-03-08T00:00:00Z' as string | null,
    refusals: [],
    error: null as ServiceMessage | null,
  };
  serve(({ url }) => {
    if (url.startsWith('/v1/jobs/')) return { body: job };
    return url === base ? { body: { ...partition, role: 'OWNER' } } : undefined;
  });
  await open(`tab=runs&run=${transfer.id}`);
  expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy();
  expect(screen.getByText('2.5 MB')).toBeTruthy();
  expect(screen.getByText('Kept until')).toBeTruthy();
  expect(screen.getAllByText('name:Ben')).toHaveLength(1);
  expect(screen.getByText('File ready')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  const error = say('evidenceFileErased');
  job = { ...job, state: 'CANCELLED', fileBytes: null, expiresDate: null, error };
  cleanup();
  await open(`tab=runs&run=${transfer.id}`);
  expect(await screen.findByText('Reason for removal')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});

it('offers to resume an import only once its sender has stopped', async () => {
  let changedDate = new Date().toISOString();
  serve(({ url }) =>
    url.startsWith('/v1/jobs/') ? { body: { ...transfer, changedDate } } : undefined,
  );
  const { queryClient } = await open(`tab=runs&run=${transfer.id}`);
  await screen.findByText('dates_go_back');
  expect(screen.queryByRole('button', { name: 'Resume with the file' })).toBeNull();
  changedDate = new Date(Date.now() - 60_000).toISOString();
  await queryClient.invalidateQueries({ queryKey: [`${getTransfer.method} ${getTransfer.path}`] });
  expect(await screen.findByRole('button', { name: 'Resume with the file' })).toBeTruthy();
});

it('verifies the selected partition, and saves the checkpoint', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
  const log = new TestLog('moves');
  for (const n of [1, 2]) log.append({ objectData: { n } });
  serveLog(log);
  const { user } = await open(`tab=verify&partition=${log.partitionId}`);
  await user.click(await screen.findByRole('button', { name: 'Verify everything' }));
  expect(await screen.findByText('Intact')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Save the checkpoint' }));
  expect(await textOf(saved.mock.lastCall)).toBe(log.note());
});

it('verifies a file, and compares it with a trusted checkpoint', async () => {
  const { log } = makeLog('moves');
  serveLog(log);
  const { user } = await open('tab=verify');
  const proof = partitionLines(log).map((line) => `${JSON.stringify(line)}\n`);
  const field = await screen.findByLabelText('Choose a file');
  await user.upload(field, new File(proof, 'a.proof.ndjson'));
  expect(await screen.findByText(/^The key is the one in the file\./)).toBeTruthy();
  const trusted = screen.getByLabelText('Trusted keys and checkpoints');
  await user.click(trusted);
  await user.paste(`${log.key}\n${log.note()}`);
  await user.upload(field, new File(proof, 'b.proof.ndjson'));
  expect(await screen.findByText(/^Continues the checkpoint you trust/)).toBeTruthy();
  await user.upload(field, new File(proof.toSpliced(2, 1), 'c.proof.ndjson'));
  expect(await screen.findByText('The file does not match the signed log.')).toBeTruthy();
  await user.upload(field, new File(['hello'], 'd.zip'));
  expect(await screen.findByText(/^d\.zip is not a proof/)).toBeTruthy();
});

it('exports a partition with its proofs', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
  const { log } = makeLog('moves');
  serveLog(log);
  const { user } = await open(`tab=export&partition=${log.partitionId}`);
  await screen.findByDisplayValue('Products');
  await user.click(screen.getByRole('radio', { name: 'The whole log, with proofs' }));
  await user.click(screen.getByRole('button', { name: 'Download bundle' }));
  expect(await screen.findByText('products.proof.ndjson is in your downloads.')).toBeTruthy();
  const savedLines = (await textOf(saved.mock.lastCall)).trimEnd().split('\n');
  expect(savedLines.map((line) => JSON.parse(line) as unknown)).toEqual(partitionLines(log));
});

const textOf = async ([file]: readonly unknown[] = []): Promise<string> =>
  file instanceof Blob ? file.text() : '';

function serveLog(log: TestLog) {
  const { size, root } = log.checkpoint();
  const head = { checkpoint: log.note(), key: log.key, size, root: toBase64(root) };
  const path = `/v1/partitions/${log.partitionId}`;
  return serve(({ url }) => {
    if (url.endsWith('/log/checkpoint')) return { body: head };
    if (url === path) return { body: { ...partition, id: log.partitionId } };
    if (url.startsWith(`${path}/log/entries`))
      return { body: { data: partitionLines(log).slice(1), nextIndex: null } };
    return url.startsWith(`${path}/erasures`) ? { body: [] } : undefined;
  });
}

// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { toBase64 } from '@annals/proofs/bytes';
import { consistencyProof } from '@annals/proofs/subtrees';
import { partitionLines, subtreesOf } from '@annals/proofs/testing/test-proofs';
import { makeLog } from '@annals/proofs/testing/sample-log';
import { queryClient } from '../../../platform/api/query.ts';
import type { ProxyRequest } from '../../../platform/api/request.ts';
import type { Answer } from '../../../platform/api/testing/fake-server.ts';
import { pin, pinnedCheckpoint } from '../../../domain/proofs/pinned-checkpoints.ts';
import { verificationRuns } from '../../../domain/proofs/verification-run.ts';
import { setLanguage } from '../../../platform/texts.ts';
import {
  freshBrowserForEach,
  openConsole,
  ownRoles,
  services,
  token,
} from '../../../testing/open-console.tsx';

const { log } = makeLog('console');
const id = log.partitionId;
const path = `/v1/partitions/${id}`;
const proofs = `${path}?tab=proofs`;
const all = log.leaves.length;
const [, ...whole] = partitionLines(log);
const receipts = whole.flatMap((entry) => ('note' in entry ? [entry] : []));
const partition = { id, partitionName: 'Ledger', role: 'READER', version: 1, types: [] };

const erasures = receipts
  .map(({ index, entry }) => ({
    ...entry,
    index,
    erasedUserName: 'Grace Hopper',
    versionCount: new Set(entry.sealed.map(({ objectId }) => objectId)).size,
    valueCount: entry.sealed.length,
  }))
  .toReversed();

/** The log up to `size`, in pages of four. */
async function answerOf({ url }: ProxyRequest, size: number, entries: unknown[]): Promise<Answer> {
  const { pathname, searchParams } = new URL(url, 'http://a');
  const number = (name: string) => Number(searchParams.get(name));
  switch (pathname.replace(path, '')) {
    case '':
      return { body: partition };
    case '/users':
      return { body: { data: [], hasMore: false, nextCursor: null } };
    case '/log/checkpoint': {
      const root = toBase64(log.checkpoint(size).root);
      return { body: { checkpoint: log.note(size), key: log.key, size, root, anchor: null } };
    }
    case '/log/consistency': {
      const [from, to] = [number('from'), number('to')];
      const proof = await consistencyProof(from, to, subtreesOf(log.leaves));
      return { body: { from, to, proof: proof.map(toBase64) } };
    }
    case '/log/entries': {
      const [from, end] = [number('from'), Math.min(number('from') + 4, number('size'))];
      return {
        body: { data: entries.slice(from, end), nextIndex: end < number('size') ? end : null },
      };
    }
    case '/erasures':
      return { body: { data: erasures, hasMore: false, nextCursor: null } };
    case '/erasures/1':
      return { body: { ...erasures.at(-1), note: receipts[0]?.note, key: log.key } };
    default:
      return { status: 404, body: { error: 'Not Found', code: 'not_found' } };
  }
}

interface Served {
  size?: number;
  entries?: unknown[];
  over?: (request: ProxyRequest) => Answer | undefined;
}

function serve({ size = all, entries = whole, over }: Served = {}) {
  localStorage.setItem('auth', token);
  return services((request) => {
    const special = over?.(request);
    if (special) return special;
    if (request.url.startsWith('/authentication/v1/roles')) return { body: ownRoles };
    return request.url.startsWith(path) ? answerOf(request, size, entries) : undefined;
  });
}

const saved: { name: string; blob: Blob }[] = [];

freshBrowserForEach();
beforeEach(() => {
  verificationRuns.set(undefined);
  saved.length = 0;
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    blob = given as Blob;
    return 'blob:';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, blob });
  });
});

it('pins the first checkpoint, and updates it if the log extends it', async () => {
  serve({ size: 4 });
  openConsole(path);
  await waitFor(() => expect(pinnedCheckpoint(id)).toMatchObject({ size: 4, key: log.key }));
  cleanup();
  queryClient.clear();
  const net = serve();
  openConsole(path);
  await waitFor(() => expect(pinnedCheckpoint(id)?.size).toBe(all));
  expect(net.lines()).toContain(`GET ${path}/log/consistency?from=4&to=${all}`);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('stores an alarm for a rolled-back log, and trusts the log only once its name is typed', async () => {
  pin(id, { checkpoint: log.note(), key: log.key });
  serve({ size: 5 });
  openConsole(`${path}/users`);
  const alarm = await screen.findByRole('alert');
  expect(alarm.textContent).toContain('was rolled back');
  expect(alarm.textContent).toContain(`It had ${all} entries`);
  expect(pinnedCheckpoint(id)).toMatchObject({ size: all, alarm: { kind: 'ROLLBACK', size: 5 } });

  const person = userEvent.setup();
  await person.click(within(alarm).getByRole('button', { name: 'Save both checkpoints' }));
  const text = await saved[0]?.blob.text();
  expect(saved[0]?.name).toMatch(/^ledger-checkpoints-.*\.txt$/);
  expect([text?.includes(log.note()), text?.includes(log.note(5))]).toEqual([true, true]);

  await person.click(within(alarm).getByRole('button', { name: 'Trust this log from now on' }));
  const dialog = await screen.findByRole('dialog');
  const trust = within(dialog).getByRole<HTMLButtonElement>('button', {
    name: 'Trust this log from now on',
  });
  expect(trust.disabled).toBe(true);
  await person.type(within(dialog).getByRole('textbox'), 'Ledger');
  await person.click(trust);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(saved).toHaveLength(2);
  expect(pinnedCheckpoint(id)).toMatchObject({ size: 5 });
});

it('shows no alarm if the log cannot be read or does not exist', async () => {
  pin(id, { checkpoint: log.note(), key: log.key });
  for (const answer of [{ status: 400, body: { error: 'No' } }, { status: 501 }, { status: 404 }]) {
    const net = serve({ over: ({ url }) => (url.includes('/log/') ? answer : undefined) });
    openConsole(path);
    await waitFor(() => expect(net.lines()).toContain(`GET ${path}/log/checkpoint`));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    queryClient.clear();
  }
  expect(pinnedCheckpoint(id)?.alarm).toBeUndefined();
});

it('verifies the whole log, links to receipts, and remembers the verified size', async () => {
  const net = serve();
  openConsole(proofs);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Verify everything' }));
  expect(await screen.findByText('Intact, with erased values')).toBeTruthy();
  const named = screen.getAllByRole('link', { name: 'Receipt 2' });
  expect(named[0]?.getAttribute('href')).toBe(`${proofs}&receipt=2`);
  expect(pinnedCheckpoint(id)?.verified?.size).toBe(all);
  const asked = net.lines().filter((line) => line.includes('/log/entries'));
  expect(asked.map((line) => /from=(\d+)&size=(\d+)/.exec(line)?.slice(1).map(Number))).toEqual(
    [0, 4, 8].filter((from) => from < all).map((from) => [from, all]),
  );
});

it('lists each problem in a row, and saves the rows as CSV', async () => {
  const entries = structuredClone(whole);
  const [changed] = entries.flatMap((entry) => ('version' in entry ? [entry] : []));
  if (changed) changed.version.objectData['name'] = 'Mallory';
  serve({ entries });
  openConsole(proofs);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Verify everything' }));
  expect(await screen.findByText('TAMPERED')).toBeTruthy();
  const table = screen.getByRole('group', { name: 'Problems' });
  const signed = 'The entries do not match the log that the checkpoint signs.';
  expect(table.textContent).toContain(`The log does not match the signature${signed}`);
  act(() => setLanguage('de'));
  expect(table.textContent).toContain('Die Einträge sind nicht die des Logs, das der Checkpoint');
  expect(table.textContent).not.toContain('The ');
  act(() => setLanguage('en'));
  await person.click(screen.getByRole('button', { name: 'Save as CSV' }));
  const rows = (await saved[0]?.blob.text())?.trim().split('\r\n') ?? [];
  expect(rows).toHaveLength(within(table).getAllByRole('row').length);
  expect(rows.filter((row) => row.includes(',ROOT,'))).toHaveLength(1);
  expect(pinnedCheckpoint(id)?.verified).toBeUndefined();
});

it('reads the log again if a value is erased during the read', async () => {
  // The first read ends before the receipts of later erasures.
  const before = receipts[0]?.index ?? 0;
  let looks = 0;
  serve({
    over: ({ url }) => {
      if (url.includes(`/log/entries`) && url.includes(`size=${before}&`))
        return { status: 409, body: { error: 'Conflict', code: 'erased_since' } };
      if (!url.endsWith('/log/checkpoint')) return undefined;
      looks += 1;
      const size = looks <= 2 ? before : all;
      const root = toBase64(log.checkpoint(size).root);
      return { body: { checkpoint: log.note(size), key: log.key, size, root, anchor: null } };
    },
  });
  openConsole(proofs);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Verify everything' }));
  expect(await screen.findByText('Intact, with erased values')).toBeTruthy();
  expect(looks).toBe(3);
});

it('saves the bundle as NDJSON, with the head in the first line', async () => {
  serve();
  openConsole(proofs);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Download bundle' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('ledger.proof.ndjson');
  const lines = (await saved[0]?.blob.text())?.trimEnd().split('\n') ?? [];
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(partitionLines(log));
});

it('opens the receipt given in the address, and closes it again', async () => {
  serve();
  const router = openConsole(`${proofs}&receipt=1`);
  const dialog = await screen.findByRole('dialog', { name: 'Receipt 1' });
  expect(await within(dialog).findByText('Asked for by the person it is about')).toBeTruthy();
  expect(dialog.textContent).toContain('"kind":"ERASURE"');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.searchStr).toBe('?tab=proofs');
  expect(screen.getByRole('link', { name: 'Receipt 2' })).toBeTruthy();
});

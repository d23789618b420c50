// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage, type SentRequest, type Service } from '../testing/partition-pages.tsx';
import { provenPartition } from '../testing/proven-partition.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A service that erases the requested values; the address can only be erased as a whole. */
function erasing(role = 'OWNER') {
  const partition = provenPartition(
    { name: 'Oak', owner: { name: 'Ada Lovelace', city: 'London' } },
    { role },
  );
  const { log, objectId, page, base } = partition;
  const sent: SentRequest[] = [];
  const service: Service = (asked) => {
    const { method, path, query, data } = asked;
    if (path === `${base}/erasures/1`) return [200, receipt(objectId)];
    if (method !== 'POST' || path !== `${page}/erase`) return partition.service(asked);
    sent.push(asked);
    const { paths } = data as { paths: string[] };
    if (paths.includes('/owner/city'))
      return [
        400,
        {
          error: 'Bad request',
          message: 'Not all of these paths can be erased; see fields.',
          fields: [
            {
              path: `body.paths.${paths.indexOf('/owner/city')}`,
              message: 'The proof covers /owner as a whole: erase that path.',
            },
          ],
        },
      ];
    const values = paths.map((erasedPath) => ({
      objectId,
      modificationCount: 1,
      path: erasedPath,
    }));
    const found = { timelineId: objectId, versionCount: 1, valueCount: values.length, values };
    if (query.get('dryRun') === 'true') return [200, { ...found, receipt: null, receipts: [] }];
    const places = paths.map((erasedPath) => ({ objectId, pointer: `/objectData${erasedPath}` }));
    const erased = log.erase(places);
    return [200, { ...found, receipt: erased, receipts: [erased] }];
  };
  return { ...partition, service, sent };
}

const receipt = (timelineId: string) => ({
  receipt: 1,
  index: 1,
  timelineId,
  erasedDate: '2026-03-01T09:10:01.000250Z',
  erasedUserId: 'u',
  erasedUserName: 'Bo',
  reason: 'Asked for',
  legalBasis: 'Art. 17',
  versionCount: 1,
  valueCount: 1,
  note: 'the signed note',
  key: 'k',
});

async function openDialog(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('button', { name: 'Erase values…' }));
  return screen.findByRole('dialog', { name: 'Erase values of Oak' });
}

function giveReasons() {
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Asked for' } });
  fireEvent.change(screen.getByLabelText(/Legal basis/), { target: { value: 'Art. 17' } });
}

it('erases a value after a preview and typing the name, and links to the receipt', async () => {
  const user = userEvent.setup();
  const { page, service, sent } = erasing();
  openPage(page, service);
  const dialog = await openDialog(user);
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }));
  expect(within(dialog).getByText('Choose what to erase.')).toBeDefined();
  expect(sent).toEqual([]);

  await user.click(within(dialog).getByLabelText(/^name ?Ada/));
  await user.click(within(dialog).getByLabelText(/Every value this field ever had/));
  giveReasons();
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('1 value in 1 version')).toBeDefined();
  expect(screen.getByText(/This cannot be undone: afterwards/)).toBeDefined();
  const confirm = within(dialog).getByRole('button', { name: 'Erase permanently' });
  expect((confirm as HTMLButtonElement).disabled).toBe(true);
  fireEvent.change(screen.getByLabelText(/type “Oak”/), { target: { value: 'Oak' } });
  await user.click(confirm);

  const [mark] = await screen.findAllByRole('button', { name: 'erased, receipt 1' });
  expect(sent.map(({ query }) => query.get('dryRun'))).toEqual(['true', null]);
  expect(sent[1]?.data).toEqual({
    paths: ['/owner/name'],
    everyValue: true,
    reason: 'Asked for',
    legalBasis: 'Art. 17',
  });
  await waitFor(() => expect(screen.queryByText('Ada Lovelace')).toBeNull());

  if (mark) await user.click(mark);
  const open = await screen.findByRole('dialog', { name: /Receipt 1/ });
  expect(await within(open).findByText('Bo')).toBeDefined();
  expect(within(open).getByText('Art. 17')).toBeDefined();
});

it('offers the containing path if a value can only be erased as a whole', async () => {
  const user = userEvent.setup();
  const { page, service, sent } = erasing();
  openPage(page, service);
  const dialog = await openDialog(user);
  await user.click(within(dialog).getByLabelText(/^city/));
  giveReasons();
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Choose /owner as a whole' }));
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }));
  await screen.findByText('Erase permanently');
  expect(sent.at(-1)?.data).toMatchObject({ paths: ['/owner'] });
});

it('states after a failure that the outcome is unknown, and lets the user retry', async () => {
  const user = userEvent.setup();
  const { page, service } = erasing();
  let erasures = 0;
  const failing: Service = ({ path, query }) => {
    if (path !== `${page}/erase` || query.get('dryRun') === 'true') return undefined;
    erasures += 1;
    return erasures === 1 ? [503, { error: 'Service Unavailable' }] : undefined;
  };
  openPage(page, (asked) => failing(asked) ?? service(asked));
  const dialog = await openDialog(user);
  await user.click(within(dialog).getByLabelText(/^name ?Ada/));
  giveReasons();
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }));
  fireEvent.change(await screen.findByLabelText(/type “Oak”/), { target: { value: 'Oak' } });
  const confirm = within(dialog).getByRole('button', { name: 'Erase permanently' });
  await user.click(confirm);
  expect(await within(dialog).findByText(/not known whether this was erased/)).toBeDefined();
  expect(erasures).toBe(1);
  await user.click(confirm);
  await screen.findAllByRole('button', { name: 'erased, receipt 1' });
  expect(erasures).toBe(2);
});

it('does not offer erasure to users who are not owners, nor as of a past time', async () => {
  const { page, service } = erasing('EDITOR');
  openPage(page, service);
  await screen.findByRole('button', { name: 'New version' });
  expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
  cleanup();
  const { page: own, service: ours } = erasing();
  openPage(`${own}?asOf=2026-04-01T00:00:00Z`, ours);
  await screen.findByRole('button', { name: 'New version' });
  expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
});

it('shows why erasure is disabled in an archived partition', async () => {
  const { page, base, service, log } = erasing();
  const archived = { id: log.partitionId, role: 'OWNER', archivedDate: '2026-04-01T00:00:00Z' };
  openPage(page, ({ path }) => (path === base ? [200, archived] : undefined), service);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  const item = await screen.findByRole('button', { name: /^Erase values….*archived/ });
  await userEvent.click(item);
  expect(screen.queryByRole('dialog', { name: /^Erase/ })).toBeNull();
});

it('erases the reason of all versions in several requests, and shows who erased it', async () => {
  const user = userEvent.setup();
  const partition = provenPartition({ name: 'Oak' }, { reason: 'Mrs. Miller called' });
  const { log, objectId, page, base } = partition;
  const sent: { dryRun: boolean; data: unknown }[] = [];
  const service: Service = (asked) => {
    const { method, path, query, data } = asked;
    if (path === `${base}/erasures/1`) return [200, receipt(objectId)];
    if (method !== 'POST' || path !== `${page}/erase-reason`) return partition.service(asked);
    const dryRun = query.get('dryRun') === 'true';
    sent.push({ dryRun, data });
    const answer = { timelineCount: 1000, versionCount: 1000, versions: [], receipts: [] };
    if (dryRun)
      return [
        200,
        { ...answer, receipt: null, timelineCount: 1001, versionCount: 1002, hasMore: false },
      ];
    if (sent.length === 2) return [200, { ...answer, receipt: 1, receipts: [1], hasMore: true }];
    log.erase([{ objectId, pointer: '/reason' }]);
    return [200, { ...answer, versionCount: 2, receipt: 2, receipts: [2], hasMore: false }];
  };
  openPage(page, service);
  expect(await screen.findByText('Mrs. Miller called')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('button', { name: 'Erase the reason…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Erase the reason of this version/ });
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }));
  expect(within(dialog).getAllByText('Required')).toHaveLength(2);
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), {
    target: { value: 'As mrs. miller called said' },
  });
  expect(within(dialog).getByText(/contains a value that will be erased/)).toBeDefined();
  giveReasons();
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('The reason of 1,002 versions of 1,001 objects')).toBeDefined();
  fireEvent.change(screen.getByLabelText(/type “Oak”/), { target: { value: 'Oak' } });
  await user.click(within(dialog).getByRole('button', { name: 'Erase permanently' }));
  expect(await screen.findByRole('button', { name: /^Erased on .*2026 by Bo$/ })).toBeDefined();
  expect(screen.queryByText('Mrs. Miller called')).toBeNull();
  expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, false, false]);
  await user.click(screen.getByRole('button', { name: 'Verify in this browser' }));
  expect(await screen.findByText('Intact, with erased values')).toBeDefined();
  expect(sent[1]?.data).toEqual({ reason: 'Asked for', legalBasis: 'Art. 17' });
});

it('does not offer to erase a reason if the version has none', async () => {
  const user = userEvent.setup();
  const { page, service } = erasing();
  openPage(page, service);
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await screen.findByRole('button', { name: 'Erase values…' });
  expect(screen.queryByRole('button', { name: 'Erase the reason…' })).toBeNull();
});

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChangeSet } from '@annals/contracts/change-set';
import { challengeOf, statementFormat } from '@annals/proofs/approval-signature';
import { canonicalJson } from '@annals/proofs/canonical-json';
import {
  changeSet,
  changeSetId,
  changeSetsOf,
  operation,
  setPath,
} from '../testing/change-sets.ts';
import {
  closePage,
  openPage,
  partitionId,
  partitionWith,
  type Service,
  stubVisibility,
  timeline,
  version,
} from '../testing/partition-pages.tsx';

const signatures = '/v1/users/current/signatures';
const subject = {
  changeSetId,
  partitionId,
  revision: 3,
  operationCount: 1,
  root: `${'A'.repeat(43)}=`,
};
const statement = {
  ...subject,
  format: statementFormat,
  userId: 'u1',
  name: 'Mira Master',
  meaning: 'RESPONSIBLE' as const,
  signedDate: '2024-02-01T00:00:00.000000Z',
} as const;

/** Fakes the signing calls of both services. */
function signing(more: { passkey?: object | null; revision?: number } = {}): Service {
  const { passkey = { challenge: challengeOf(statement) }, revision = 3 } = more;
  return ({ method, path, data }) => {
    if (path === `${setPath}/signing`) return [200, { ...subject, revision }];
    if (method !== 'POST') return undefined;
    if (path === signatures)
      return [
        201,
        {
          signatureId: 's-1',
          statement: canonicalJson(statement),
          passkey,
          passwordAndCode: true,
        },
      ];
    if (path === `${signatures}/s-1/confirmation`)
      return (data as { code?: string }).code === '000000'
        ? [400, { error: 'Bad Request', message: 'The password or the code is wrong.' }]
        : [200, { signature: 'a.b.c' }];
    return undefined;
  };
}

const signed = (set: ChangeSet): ChangeSet => ({
  ...set,
  mustSign: true,
  requirements: set.requirements.map((one) => ({ ...one, signatureRequired: true })),
});

async function openDialog(set: ChangeSet, service: Service = signing()) {
  const { asked } = openPage(
    setPath,
    service,
    changeSetsOf({ set, operations: [operation()] }),
    partitionWith(1),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve revision 3?' }));
  return { asked, user, dialog };
}

const mayApprove = changeSet({ may: ['APPROVE'] });

beforeEach(() => {
  stubVisibility('nothing');
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
});
afterEach(closePage);

it('requires a meaning, shows what is signed, and approves with a passkey signature', async () => {
  const get = vi.fn(async () => ({
    id: 'BAUG',
    type: 'public-key',
    rawId: new Uint8Array([4, 5, 6]).buffer,
    response: {
      authenticatorData: new Uint8Array([1]).buffer,
      clientDataJSON: new Uint8Array([2]).buffer,
      signature: new Uint8Array([3]).buffer,
    },
    getClientExtensionResults: () => ({}),
  }));
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  const { asked, user, dialog } = await openDialog(signed(mayApprove));
  expect(dialog.queryByRole('radio', { name: 'Without a signature' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Continue to signing' }));
  expect(dialog.getByText('Choose what your signature means.')).toBeDefined();
  expect(asked.some(({ path }) => path === signatures)).toBe(false);
  await user.click(dialog.getByRole('radio', { name: 'Signed: responsible' }));
  await user.type(dialog.getByRole('textbox', { name: 'Comment (optional)' }), 'Looks right');
  await user.click(dialog.getByRole('button', { name: 'Continue to signing' }));

  const sheet = within(await screen.findByRole('dialog', { name: 'Sign your approval' }));
  for (const shown of ['Mira Master', 'is responsible for it', 'New prices, Revision 3'])
    expect(sheet.getByText(shown)).toBeDefined();
  await user.click(sheet.getByRole('button', { name: 'Sign with a passkey' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === `${setPath}/approve`)?.data).toEqual({
      revision: 3,
      comment: 'Looks right',
      signature: 'a.b.c',
    }),
  );
  expect(asked.find(({ path }) => path === signatures)?.data).toEqual({
    subject,
    meaning: 'RESPONSIBLE',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('requires no signature if the rule that requires one names other approvers', async () => {
  const { asked, user, dialog } = await openDialog({ ...signed(mayApprove), mustSign: false });
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === `${setPath}/approve`)?.data).toEqual({ revision: 3 }),
  );
});

it('adds a signature to an existing approval', async () => {
  const set = changeSet({ may: ['SIGN', 'COMMENT'], state: 'APPROVED' });
  const { asked } = openPage(
    setPath,
    signing({ passkey: null }),
    changeSetsOf({ set, operations: [operation()] }),
    partitionWith(1),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Sign my approval' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign your approval?' }));
  expect(dialog.queryByRole('radio', { name: 'Without a signature' })).toBeNull();
  expect(dialog.queryByText('The policy of this partition requires one.')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'Signed: responsible' }));
  await user.click(dialog.getByRole('button', { name: 'Continue to signing' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Sign your approval' }));
  await user.type(sheet.getByLabelText('Password'), 'nine quiet ferries');
  await user.type(sheet.getByLabelText('Code from the authenticator app'), '123456{Enter}');
  await waitFor(() =>
    expect(asked.find(({ path }) => path === `${setPath}/approve`)?.data).toEqual({
      revision: 3,
      signature: 'a.b.c',
    }),
  );
});

it('signs with password and code if there is no passkey, and shows a wrong code', async () => {
  const { asked, user, dialog } = await openDialog(mayApprove, signing({ passkey: null }));
  await user.click(dialog.getByRole('radio', { name: 'Signed: responsible' }));
  await user.click(dialog.getByRole('button', { name: 'Continue to signing' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Sign your approval' }));
  expect(sheet.queryByRole('button', { name: 'Sign with a passkey' })).toBeNull();
  expect(sheet.getByText(/This is the weaker form/)).toBeDefined();
  await user.type(sheet.getByLabelText('Password'), 'nine quiet ferries');
  const code = sheet.getByLabelText('Code from the authenticator app');
  await user.type(code, '000000');
  await user.click(sheet.getByRole('button', { name: 'Sign with password and code' }));
  expect((await sheet.findByRole('alert')).textContent).toContain('is wrong');
  expect(asked.some(({ path }) => path.endsWith('/approve'))).toBe(false);
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/approve'))?.data).toEqual({
      revision: 3,
      signature: 'a.b.c',
    }),
  );
});

it.each([
  [
    'the change set was edited after it was opened',
    { revision: 4 },
    /has been edited since you opened it/,
  ],
  [
    'the challenge does not match what is shown',
    { passkey: { challenge: 'another' } },
    /Nothing was signed/,
  ],
])('does not sign if %s', async (_, more, says) => {
  const { asked, user, dialog } = await openDialog(mayApprove, signing(more));
  await user.click(dialog.getByRole('radio', { name: 'Signed: approved' }));
  await user.click(dialog.getByRole('button', { name: 'Continue to signing' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(says);
  expect(asked.some(({ path }) => path.endsWith('/confirmation'))).toBe(false);
});

const approval = {
  userId: 'u9',
  userName: 'Barbara',
  decision: 'APPROVED' as const,
  comment: null,
  date: '2024-02-01T00:00:00.000000Z',
  revision: 3,
  valid: true,
  signature: {
    meaning: 'REVIEWED' as const,
    method: 'PASSWORD_AND_CODE' as const,
    name: 'Barbara Liskov',
    signedDate: '2024-02-01T00:00:00.000000Z',
  },
};

it('shows signer, meaning and method of a signed approval', async () => {
  const set = signed(changeSet({ reviews: [approval] }));
  openPage(
    `${setPath}?tab=conversation`,
    changeSetsOf({ set, operations: [operation()] }),
    partitionWith(1),
  );
  const panel = within(await screen.findByRole('region', { name: 'Reviews' }));
  expect(panel.getByRole('listitem').textContent).toMatch(
    /Barbara Liskov has reviewed it – confirmed with password and code \(the weaker form\)/,
  );
  expect(screen.getByText('1 more signed approval by owners needed (All types)')).toBeDefined();
});

it('shows who approved a version on its page and in the history, but no earlier revision', async () => {
  stubVisibility('all');
  const earlier = { ...approval, userId: 'u8', userName: 'Ada', revision: 2, valid: false };
  const unsigned = { ...approval, userId: 'u7', userName: 'Grace', signature: null };
  const set = changeSet({ state: 'COMMITTED', reviews: [approval, unsigned, earlier] });
  const written = version(1, { changeSetId });
  const committed: Service = ({ path }) => {
    if (path === `${timeline}/latest`) return [200, written];
    return path === timeline
      ? [200, { data: [written], hasMore: false, nextCursor: null }]
      : undefined;
  };
  for (const page of [`${timeline}/latest`, timeline]) {
    openPage(page, committed, changeSetsOf({ set }), partitionWith(1));
    const name = await screen.findByText('Barbara Liskov');
    expect(screen.getAllByText(/Approved by/)).toHaveLength(2);
    expect(name.parentElement?.textContent).toMatch(
      /^Approved by Barbara Liskov on .* – has reviewed it – confirmed/,
    );
    expect(screen.getByText('Grace').parentElement?.textContent).toMatch(
      /^Approved by Grace on [^–]*$/,
    );
    closePage();
    stubVisibility('all');
  }
});

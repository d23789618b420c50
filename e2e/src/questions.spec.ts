import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { exhaustive, oneInEvery } from '@annals/contracts/testing/exhaustive';
import { expect, startSession, test } from './annals.ts';
import { addMember } from './add-member.ts';
import { bodyOf, type Calls, callsAs, callsWith } from './calls.ts';
import { countClicks } from './count-clicks.ts';
import { newPerson } from './new-person.ts';
import { navigateInApp } from './visit.ts';

/**
 * Questions of users: each role that may know the answer finds it with at most three clicks from Home, and other
 * roles find no way there.
 */

type Role =
  | 'master'
  | 'auditor'
  | 'unit administrator'
  | 'partition owner'
  | 'editor'
  | 'reader'
  | 'guest auditor';
const allRoles: readonly Role[] = [
  'master',
  'auditor',
  'unit administrator',
  'partition owner',
  'editor',
  'reader',
  // Invited to an auditor's seat: reads some partitions and the audit log, until a day.
  'guest auditor',
];
const administrators: readonly Role[] = ['master', 'auditor', 'unit administrator'];

const demoPartition = 'Product lifecycles';

/** A user with a role, at Home, looking for an answer. */
interface Visit {
  page: Page;
  role: Role;
  /** The partition they look into: the demo's or one of their own. */
  partition: string;
  asMaster: Calls;
  /** Clicks and counts the click. */
  click: (target: Locator) => Promise<void>;
}

interface Question {
  question: string;
  roles: readonly Role[];
  answer: (visit: Visit) => Promise<void>;
  /** What users see who may not know the answer. */
  refused?: (visit: Visit) => Promise<void>;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const paletteOf = (page: Page) => page.getByRole('combobox', { name: 'Command palette' });

/** Opens the palette as people do who know no shortcut, and types. */
async function search({ page, click }: Visit, text: string) {
  await click(page.getByRole('banner').getByRole('button', { name: 'Search or jump to…' }));
  await paletteOf(page).fill(text);
}

/** Chooses what was found with the keys that the palette names, as people do after typing. */
async function choose({ page }: Visit, option: Locator) {
  await expect(option).toBeVisible();
  await expect(async () => {
    if ((await option.getAttribute('aria-selected')) !== 'true')
      await page.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('aria-selected', 'true', { timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
}

async function expectNotOffered(visit: Visit, text: string, option: string | RegExp) {
  const { page } = visit;
  await search(visit, text);
  // The search includes the services, which takes longer than finding pages.
  await expect(page.getByRole('dialog').getByText('Searching')).toHaveCount(0);
  await expect(page.getByRole('option', { name: option })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toHaveCount(0);
}

async function openPartition(visit: Visit) {
  const { page, partition } = visit;
  await search(visit, partition);
  const found = page.getByRole('group', { name: 'Partitions' }).getByRole('option');
  await choose(visit, found.filter({ hasText: partition }));
  await expect(heading(page)).toContainText(partition);
}

/** Chooses a point in time. */
async function goTo({ page, click }: Visit, moment: string) {
  await click(page.getByRole('button', { name: 'As of Now' }));
  await page.getByLabel('Date and time').fill(moment);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/asOf=/);
}

const march = '2024-03-03T12:00:00';

async function openObject(visit: Visit) {
  const { page, partition } = visit;
  await search(visit, 'type:PRODUCT node.js');
  const found = page.getByRole('group', { name: 'Objects' }).getByRole('option');
  await choose(visit, found.filter({ hasText: /^Node\.js/ }).filter({ hasText: partition }));
  await expect(heading(page)).toHaveText(/Node\.js/);
}

/** A page that Home names and the menu does not. */
const tile = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'More pages' })
    .getByRole('link', { name: new RegExp(`^${name}`) });

const accessRows = (page: Page) =>
  page.getByRole('table', { name: 'Who has access' }).getByRole('row');

/** A user in the administrator's unit whose roles were changed and who failed to sign in. */
/** The panel beside the audit log. */
const eventDetails = (page: Page) =>
  page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Close' }) });

let changedPerson: string;
let changedPersonId: string;

/** Other tests change access meanwhile. */
const seeChangesOfPersonOnly = (page: Page) =>
  page.route('**/api/*', async (route) => {
    const sent = route.request().postDataJSON() as { url: string };
    if (!/\/events\?.*kind=ACCESS/.test(sent.url)) return route.fallback();
    const url = `${sent.url}&subject=user/${changedPersonId}`;
    return route.continue({ postData: JSON.stringify({ ...sent, url }) });
  });

const questions: readonly Question[] = [
  {
    question: 'what did it say on 3 March 2024',
    roles: allRoles,
    async answer(visit) {
      const { page, partition } = visit;
      await openObject(visit);
      await goTo(visit, march);
      await expect(page.getByText(`You are viewing ${partition} as of`)).toBeVisible();
      await expect(page.getByText(/^Reconstructed from an import on .* by /)).toBeVisible();
      await expect(page.getByText(/^imported .* by Mira Master$/)).toBeVisible();
    },
  },
  {
    question: 'who changed it afterwards',
    roles: allRoles,
    async answer(visit) {
      const { page, click } = visit;
      await openObject(visit);
      await goTo(visit, march);
      await click(page.getByRole('main').getByRole('link', { name: 'History' }));
      await expect(page.getByText(/later versions.*marked\.$/)).toBeVisible();
      const first = page.getByRole('region', { name: 'History' }).getByRole('listitem').first();
      await expect(first).toContainText('later');
      await expect(first).toContainText('Mira Master');
    },
  },
  {
    question: 'who could see it that day',
    roles: allRoles,
    async answer(visit) {
      const { page, partition, click } = visit;
      await openPartition(visit);
      await click(page.getByRole('tab', { name: 'Access' }));
      // As of now, the viewer is on the list.
      await expect(accessRows(page).filter({ hasText: '(you)' }).first()).toBeVisible();
      const isDemo = partition === demoPartition;
      await goTo(visit, isDemo ? daysAgo(90) : ownPartition.hasMember);
      if (isDemo) {
        // Its objects are imported, and older than what is known about access to them.
        await expect(page.getByText('Not recorded')).toBeVisible();
        await expect(page.getByText(/^Access is known since /)).toBeVisible();
        return;
      }
      await expect(page.getByText('are shown as they were then')).toBeVisible();
      const row = accessRows(page).filter({ hasText: 'Ada Admin' });
      await expect(row).toContainText('Member: Reader');
    },
  },
  {
    question: 'prove it',
    roles: allRoles,
    async answer(visit) {
      const { page, click } = visit;
      await openObject(visit);
      await goTo(visit, march);
      await click(page.getByRole('button', { name: 'Verify in this browser' }));
      const proof = page.getByRole('region', { name: 'Proof' });
      await expect(proof.getByText('Intact')).toBeVisible();
      await expect(
        proof.getByText(/Date: .*Reconstructed from an import: .*, Mira Master/),
      ).toBeVisible();
    },
  },
  {
    question: 'who has not signed in for 90 days',
    roles: administrators,
    async answer(visit) {
      const { page, click } = visit;
      await search(visit, 'users');
      await choose(visit, page.getByRole('option', { name: /^Users\s*Authentication/ }));
      await click(page.getByRole('button', { name: 'Not signed in for 90 days' }));
      await expect(page).toHaveURL(/signIn=90/);
      const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
      await expect(rows.filter({ hasText: '@' }).first()).toBeVisible();
    },
    refused: (visit) => expectNotOffered(visit, 'users', /^Users\s*Authentication/),
  },
  {
    question: 'what can this person open and why',
    roles: administrators,
    async answer(visit) {
      const { page, click } = visit;
      await search(visit, changedPerson);
      await choose(visit, page.getByRole('option').filter({ hasText: changedPerson }).first());
      await click(page.getByRole('tab', { name: 'Access' }));
      const opens = page.getByRole('region', { name: 'What this person can open, and why' });
      await expect(opens).toContainText('cannot open any partition');
      await expect(opens).toContainText('Has not accepted the invitation yet');
      await expect(opens).toContainText('The role Auditor allows: Read every partition.');
    },
    refused: (visit) => expectNotOffered(visit, changedPerson, new RegExp(changedPerson)),
  },
  {
    question: 'which products changed latest in 2026, and by whom',
    roles: allRoles,
    async answer(visit) {
      const { page, click } = visit;
      await openPartition(visit);
      await click(page.getByRole('tab', { name: 'Changes' }));
      const field = page.getByRole('combobox', { name: 'Search', exact: true });
      await click(field);
      await field.fill('changes:releases.latest changed:2026 type:PRODUCT');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/q=changes/);
      const rows = page.getByRole('table', { name: 'Recent changes' }).getByRole('row');
      await expect(rows.nth(1)).toContainText('latest');
      await expect(rows.filter({ hasText: '→' }).first()).toContainText(/releases › .* › latest/);
      // As a file, for whoever asks for one.
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'List options' }).click();
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const csv = await readFile(await (await download).path(), 'utf8');
      const [head = '', ...lines] = csv.trim().split('\r\n');
      expect(head).toContain('What changed');
      expect(head).toContain('By');
      expect(lines.length).toBeGreaterThan(0);
      expect(csv).toMatch(/releases › .* › latest: \S+ → \S+/);
    },
  },
  {
    question: 'who failed to sign in last night',
    roles: [...administrators, 'guest auditor'],
    async answer({ page, click }) {
      await click(tile(page, 'Audit log'));
      await click(page.getByRole('button', { name: 'Failed sign-ins' }));
      const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
      await expect(rows.filter({ hasText: changedPerson }).first()).toBeVisible();
      await click(page.getByRole('button', { name: 'Last night' }));
      await expect(page).toHaveURL(/action=signIn\.failed/);
      await expect(page).toHaveURL(/from=.*to=/);
      // They failed just now.
      await expect(rows.filter({ hasText: changedPerson })).toHaveCount(0);
    },
    refused: (visit) => expectNotOffered(visit, 'audit log', /^Audit log/),
  },
  {
    question: 'what happened since my last visit',
    roles: allRoles,
    async answer({ page }) {
      const since = page.getByRole('region', { name: sinceThen });
      await expect(since).toContainText(/ago|just now/);
      // Whether somebody else changed something meanwhile is up to the other tests.
      await expect(
        since
          .getByText('Nobody else has changed anything')
          .or(since.getByRole('listitem').first())
          .first(),
      ).toBeVisible();
    },
  },
  {
    question: 'import this spreadsheet',
    roles: ['master', 'partition owner', 'editor'],
    async answer(visit) {
      const { page, click } = visit;
      // One without change sets: where there are some, it is chosen first where the rows go.
      const partition = ownPartition.name;
      await openPartition({ ...visit, partition });
      await click(page.getByRole('link', { name: 'Import', exact: true }));
      await expect(page.getByRole('combobox', { name: 'Target partition' })).toHaveValue(partition);
      const chooser = page.waitForEvent('filechooser');
      await click(page.getByText('Choose a file', { exact: true }));
      await (
        await chooser
      ).setFiles({
        name: 'products.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Name;Latest\nDeno;3.0\n'),
      });
      await expect(page.getByText('1 row, separated by semicolons')).toBeVisible();
    },
    async refused(visit) {
      await openPartition(visit);
      const links = visit.page.getByRole('main');
      await expect(links.getByRole('link', { name: 'Export', exact: true })).toBeVisible();
      await expect(links.getByRole('link', { name: 'Import', exact: true })).toHaveCount(0);
    },
  },
  {
    question: 'undo the last access change',
    roles: ['master', 'unit administrator', 'partition owner'],
    async answer(visit) {
      const { page, role, click } = visit;
      if (role === 'partition owner') {
        await openPartition(visit);
        await click(page.getByRole('link', { name: 'Manage members' }));
        await page.getByRole('combobox', { name: /Ada Admin/ }).selectOption('Editor');
        await click(page.getByRole('button', { name: 'Undo' }));
        await expect(page.getByRole('combobox', { name: /Ada Admin/ })).toHaveValue('READER');
        return;
      }
      await seeChangesOfPersonOnly(page);
      // The newest stands beside the list.
      await click(tile(page, 'Access changes'));
      await expect(eventDetails(page)).toContainText(changedPerson);
      const undo = eventDetails(page).getByRole('button', { name: 'Undo' });
      if (role === 'unit administrator') {
        // Only who has all permissions of a role may grant or remove it.
        await expect(eventDetails(page)).toContainText(
          'Only someone who may grant Auditor can undo this.',
        );
        await expect(undo).toHaveCount(0);
        return;
      }
      await click(undo);
      const confirmation = page.getByRole('dialog').filter({ hasText: 'Loses Auditor' });
      await click(confirmation.getByRole('button', { name: 'Undo' }));
      await expect(confirmation).toHaveCount(0);
      // The next role undoes the same change.
      await bodyOf(visit.asMaster(`PUT /v1/users/${changedPersonId}/roles?role=AUDITOR`));
    },
    async refused(visit) {
      const { page, role } = visit;
      if (role !== 'auditor' && role !== 'guest auditor')
        return expectNotOffered(visit, 'audit log', /^Audit log/);
      await navigateInApp(page, '/audit-log?kind=ACCESS');
      await lastAccessChange(page).click();
      const details = eventDetails(page);
      await expect(details).toContainText(changedPerson);
      await expect(details.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    },
  },
  {
    question: 'what is wrong with the system right now',
    roles: ['master', 'auditor'],
    async answer({ page, click }) {
      // The queue leads there while there is a problem, and a tile while there is none.
      const problems = page.getByRole('link', { name: /problems? with the system Check$/ });
      await click(problems.or(tile(page, 'System status')));
      await expect(page.getByRole('region', { name: 'Problems' })).toContainText(
        /No problems\.|No backup recorded|written to files|in the last|not being sent|cannot be sent|cannot be read/,
      );
      const service = page.getByRole('region', { name: 'Data service' });
      await expect(service).toContainText(/migrations?, up to/);
      const load = page.getByRole('group', { name: 'Data service' });
      await expect(load).toContainText(/\d+ requests?/);
      await expect(page.getByRole('table', { name: 'Configuration' })).toContainText(
        'DATABASE_URL',
      );
    },
    async refused(visit) {
      const { page } = visit;
      await expectNotOffered(visit, 'system', 'System status');
      await navigateInApp(page, '/system');
      await expect(page.getByText('You do not have access to this page')).toBeVisible();
    },
  },
];

const lastAccessChange = (page: Page) =>
  page
    .getByRole('table', { name: 'Audit log' })
    .getByRole('row')
    .filter({ hasText: changedPerson })
    .filter({ hasText: /added \S.* to / })
    .first()
    .getByRole('button', { name: /^Details/ });

/** From the end of the last visit, or from where they have read up to. */
const sinceThen = /^(Since your last visit|New since you last read)$/;

const daysAgo = (days: number) =>
  `${new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10)}T12:00:00`;

/**
 * Questions that every role can ask alternate between the most and the least privileged role; the exhaustive
 * run asks each role all of them.
 */
const questionsOf = (role: Role): readonly Question[] => {
  if (exhaustive) return questions;
  const alternating: readonly Role[] = ['master', 'reader'];
  return questions.filter(
    ({ roles }, index) => roles !== allRoles || alternating[index % alternating.length] === role,
  );
};

/** Asks the questions on one page that stays open. */
async function askAll(page: Page, role: Role, partition: string, asMaster: Calls) {
  await page.goto('/');
  for (const { question, roles, answer, refused } of questionsOf(role))
    await test.step(`${role}: ${question}`, async () => {
      const { clicks, click } = countClicks();
      const visit = { page, role, partition, asMaster, click };
      await goHome(page);
      if (!roles.includes(role)) return refused?.(visit);
      await answer(visit);
      expect(clicks()).toBeLessThanOrEqual(3);
    });
}

/** Returns to Home with the menu; clicks are counted from here. */
async function goHome(page: Page) {
  await page.keyboard.press('Escape');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Home', exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/$/);
  await expect(heading(page)).toHaveText(/^Hello/);
}

test.use({ timezoneId: 'UTC' });

let ownPartition: {
  id: string;
  name: string;
  /** When Ada Admin is its member. */ hasMember: string;
};

test.beforeAll(async ({ request }) => {
  const call = await callsAs(request);
  changedPerson = `Asked About ${Date.now()}`;
  // As short as the others: tests of the widths of lists see it, too.
  const email = `asked.${Date.now()}@example.org`;
  const { data: units } = await bodyOf<{ data: { id: string; name: string }[] }>(
    call('GET /v1/organizational-units?name=Engineering'),
  );
  const { id: person } = await bodyOf<{ id: string }>(
    call('POST /v1/users', {
      email,
      name: changedPerson,
      roles: ['USER'],
      organizationalUnitIds: units.flatMap(({ id, name }) => (name === 'Engineering' ? id : [])),
    }),
  );
  changedPersonId = person;
  await bodyOf(call(`PUT /v1/users/${person}/roles?role=AUDITOR`));
  await callsWith(request, {})('POST /v1/auth?type=PASSWORD', {
    username: email,
    password: 'wrong',
  });
  const name = `Questions ${Date.now()}`;
  const { id } = await bodyOf<{ id: string }>(call('POST /v1/partitions', { partitionName: name }));
  const { id: admin } = await bodyOf<{ id: string }>(
    call('GET /v1/users/forName/admin@example.org'),
  );
  await bodyOf(call(`PUT /v1/partitions/${id}/users/${admin}`, { role: 'READER' }));
  const hasMember = Math.ceil(Date.now() / 1000) * 1000;
  ownPartition = { id, name, hasMember: new Date(hasMember).toISOString().slice(0, 19) };
  const version = (modificationDate: string, latest: string) => ({
    key: 'node',
    type: 'PRODUCT',
    objectData: { title: 'Node.js', releases: [{ name: '26', latest }] },
    modificationDate,
  });
  const rows = [
    version('2024-01-01T00:00:00Z', '26.1.0'),
    version('2024-06-01T00:00:00Z', '26.2.0'),
    version('2026-02-01T00:00:00Z', '26.3.0'),
  ];
  await bodyOf(call(`POST /v1/partitions/${id}/import`, { rows }));
});

/** What the dialog of an auditor's seat gives besides the partitions. */
async function giveSeat(request: APIRequestContext, email: string) {
  await newPerson(request, email);
  const asMaster = await callsAs(request);
  const { id } = await bodyOf<{ id: string }>(asMaster(`GET /v1/users/forName/${email}`));
  await bodyOf(asMaster(`PUT /v1/users/${id}/roles?role=AUDIT_LOG_READER`));
}

/** The most and the least privileged role; all roles in the exhaustive run. */
const people = [
  ['master', 'master@example.org', undefined],
  ['auditor', 'auditor@example.org', undefined],
  ['unit administrator', 'admin@example.org', undefined],
  ['guest auditor', `guest.${Date.now()}@audit.example`, 'READER'],
  ['reader', 'user@example.org', 'READER'],
  ['editor', 'user@example.org', 'EDITOR'],
  ['partition owner', 'user@example.org', 'OWNER'],
] as const;

for (const [role, username, memberRole] of oneInEvery(4, people))
  test(`the questions of the ${role}, each in three clicks from Home`, async ({
    page,
    request,
  }) => {
    if (role === 'guest auditor') await giveSeat(request, username);
    const asUser = await callsAs(request, username);
    // They have been here before.
    await bodyOf(
      asUser('PUT /v1/partitions/all/users/current/visit', {
        readDate: new Date(Date.now() - 3_600_000).toISOString(),
      }),
    );
    if (memberRole) await addMember(await callsAs(request), ownPartition.id, asUser, memberRole);
    await startSession(page, username);
    await askAll(
      page,
      role,
      memberRole ? ownPartition.name : demoPartition,
      await callsAs(request),
    );
  });

import { bodyOf, callsAs } from '../calls.ts';
import { demoPaths } from '../demo-paths.ts';
import { explainAccess } from './explain-access.ts';
import type { Journey } from './journey.ts';

/** One invitation, several from a file, and the list of invitations. */
export async function inviting({ page, take }: Journey): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.goto('/v1/users');
  await page.getByRole('button', { name: 'Invite user' }).first().click();
  const one = page.getByRole('dialog', { name: 'Invite user' });
  await one.getByLabel('Email').fill('hopper@example.org');
  await one.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await take('invite-one', one);
  await one.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('hopper@example.org invited.').waitFor();

  await page.goto('/user-management?tab=invitations');
  await page.getByRole('row').filter({ hasText: 'hopper@example.org' }).waitFor();
  await take('invitations', page.getByRole('main'));

  await page.goto('/v1/users');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Invite many' }).click();
  const many = page.getByRole('dialog', { name: 'Invite many' });
  await many
    .getByLabel('Contents of the file')
    .fill(
      [
        'email,name,roles,organizationalUnits,lang',
        'konrad@example.org,Konrad Zuse,USER,Engineering,de',
        'hedy@example.org,Hedy Lamarr,USER,Operations,en',
        'hopper@example.org,Grace Hopper,USER,,en',
        'radia@example,Radia Perlman,USER,,en',
      ].join('\n'),
    );
  await many.getByRole('button', { name: 'Preview' }).click();
  await many.getByRole('button', { name: /^Invite \d/ }).waitFor();
  await take('invite-many', many);
}

/** Roles, members of a partition, and the explanation of why someone can access it. */
export async function givingAccess({ page, take }: Journey): Promise<void> {
  const { request } = page.context();
  const call = await callsAs(request);
  const paths = await demoPaths(request);
  const { data } = await bodyOf<{ data: { id: string }[] }>(call('GET /v1/users?name=Uwe%20User'));
  const user = `/v1/users/${data[0]?.id}`;

  await page.goto(`${user}/roles`);
  await page.getByRole('checkbox', { name: /^Unit administrator/ }).check();
  await take('roles', page.getByRole('main'));

  await page.goto(paths['members'] ?? '');
  await page.getByRole('button', { name: 'Add member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('User', { exact: true }).fill('an');
  await dialog.getByText('@example.org').first().waitFor();
  await take('add-member', dialog);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await take('members', page.getByRole('main'));

  await page.goto(`${user}?tab=partitions`);
  const why = await explainAccess(page);
  // Without what the window would cut off.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await take('why', why);
  await page.setViewportSize({ width: 1280, height: 900 });
}

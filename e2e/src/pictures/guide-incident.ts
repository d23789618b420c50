import { bodyOf, callsAs, callsWith } from '../calls.ts';
import { demoProgram } from '../demo-program.ts';
import type { Journey } from './journey.ts';

interface Made {
  id: string;
  timelineId: string;
}

const username = 'user@example.org';

/** Somebody who read, wrote, exported and failed, and what to do about it. */
export async function afterAnIncident({ page, take }: Journey): Promise<void> {
  const { request } = page.context();
  const call = await callsAs(request);
  const { id } = await bodyOf<Made>(
    call('POST /v1/partitions', { partitionName: 'Supplier contracts' }),
  );
  const partition = `/v1/partitions/${id}`;
  await bodyOf(call(`PUT ${partition}/read-recording`, { scope: 'OBJECTS' }));
  const names = ['Acme Steel', 'Borealis Paper', 'Caspian Freight'];
  const made: Made[] = [];
  for (const name of names)
    made.push(
      await bodyOf<Made>(
        call(`POST ${partition}/objects`, { type: 'CONTRACT', objectData: { name, discount: 2 } }),
      ),
    );
  const wrong = { username, password: `${demoProgram.password}!` };
  await callsWith(request, {})('POST /v1/auth?type=PASSWORD', wrong);
  const user = await callsAs(request, username);
  const { id: userId } = await bodyOf<Made>(user('GET /v1/users/current'));
  await bodyOf(call(`PUT ${partition}/users/${userId}`, { role: 'OWNER' }));
  for (const { id: objectId } of made) await bodyOf(user(`GET ${partition}/objects/${objectId}`));
  await bodyOf(user(`POST ${partition}/objects/search`, { query: 'discount > 1' }));
  await bodyOf(user(`GET ${partition}/export?pageSize=5`));
  const { id: friendId } = await bodyOf<Made>(
    (await callsAs(request, 'auditor@example.org'))('GET /v1/users/current'),
  );
  await bodyOf(user(`PUT ${partition}/users/${friendId}`, { role: 'READER' }));
  const [first] = made;
  await bodyOf(
    user(`POST ${partition}/objects`, {
      type: 'CONTRACT',
      timelineId: first?.timelineId,
      objectData: { name: names[0], discount: 40 },
    }),
  );

  await page.goto(`/v1/users/${userId}`);
  await page.getByRole('link', { name: 'Investigate' }).click();
  await page.getByRole('link', { name: 'Acme Steel (CONTRACT)' }).waitFor();
  await take('incident', page.getByRole('main'));
  await page.getByRole('button', { name: 'All of it…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Supplier contracts: 1 version').waitFor();
  await take('incident-respond', dialog);
}

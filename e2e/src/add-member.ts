import { bodyOf, type Calls } from './calls.ts';

/** Adds a user to a partition. The owner and the new member are given by their calls. */
export async function addMember(
  owner: Calls,
  partitionId: string,
  member: Calls,
  role: 'READER' | 'EDITOR' | 'OWNER',
): Promise<void> {
  const { id } = await bodyOf<{ id: string }>(member('GET /v1/partitions/all/users/current'));
  await bodyOf(owner(`PUT /v1/partitions/${partitionId}/users/${id}`, { role }));
}

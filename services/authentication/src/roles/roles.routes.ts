import { listRoles } from '@annals/contracts/roles';
import type { Mount } from '@annals/kit/mount';
import type { Parts } from '../parts.ts';
import { selectRoles } from './roles.sql.ts';

export function mountRoles(mount: Mount, { database }: Parts): void {
  mount(listRoles, async () => ({
    data: await selectRoles(database),
    nextCursor: null,
    hasMore: false,
  }));
}

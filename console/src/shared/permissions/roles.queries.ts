import { queryOptions } from '@tanstack/react-query';
import { listRoles } from '@annals/contracts/roles';
import { call } from '../../api/call.ts';

/** All roles and what each allows. */
export function rolesQuery() {
  return queryOptions({
    queryKey: ['roles'],
    queryFn: ({ signal }) => call(listRoles, {}, { signal }),
    // What a role allows changes rarely; whoever changes one invalidates this.
    staleTime: 300_000,
  });
}

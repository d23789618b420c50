import { getOrganizationalUnit } from '@annals/contracts/organizational-units';
import { queryOf } from '../../platform/api/query.ts';

/** A unit with the fields that the specification requests; our service returns at least these. */
export const unitQuery = (organizationalUnitId: string) =>
  queryOf(getOrganizationalUnit, {
    params: { organizationalUnitId },
    query: { include: ['id', 'name'] },
  });

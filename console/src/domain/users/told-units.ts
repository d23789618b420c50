import type { User } from '../../platform/api/things.ts';
import { isReadInPart } from '../../platform/api/read-in-part.ts';

/** Whether a service tells all units of a user, each with the id by which they can be removed from it. */
export const areUnitsTold = (user: User): boolean =>
  user.organizationalUnits !== undefined &&
  !isReadInPart(user, 'organizationalUnits') &&
  user.organizationalUnits.every(({ id }) => id !== '');

import type { User } from '@annals/contracts/users';
import { shortenId } from '../ids/shorten-id.ts';

/** The units a user is a member of, in one line. */
export function unitNames({ organizationalUnits = [] }: User): string {
  return organizationalUnits.map(({ id, name }) => name ?? shortenId(id)).join(', ');
}

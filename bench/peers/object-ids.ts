import { query } from '../src/services/stored.ts';
import type { PeerObject } from './peer.ts';

/** The ids that a product gave to the objects, which have their names as a column of the table `objects`. */
export async function readIds(databaseUrl: string): Promise<(object: PeerObject) => string> {
  const rows = await query<{ id: number; name: string }>(
    databaseUrl,
    'select id, name from objects',
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return ({ data }) => String(ids.get(String(data['name'])));
}

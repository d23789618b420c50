import { raw } from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { findVersionToErase, writeErased } from '../erasure/erasure.sql.ts';
import { ProvenData } from '../erasure/proven-data.ts';
import type { ProvenHistory } from './proven-history.ts';

export interface Forgery {
  /** The history in which it is made. */
  within: 'proven' | 'long';
  change: (transaction: Queryable) => Promise<void>;
  /** The code of the finding that detects it. */
  code: string;
}

/** Changes of whole rows, each of which leaves every single row well-formed. */
export function forgeries(
  { partitionId, source, target }: ProvenHistory,
  longId: string,
): Record<string, Forgery> {
  const own = `partition_id = '${partitionId}'`;
  const long = `partition_id = '${longId}'`;
  const by = (code: string, ...statements: string[]): Forgery => ({
    within: 'proven',
    code,
    change: async (transaction) => {
      for (const statement of statements) await transaction.query(raw(statement));
    },
  });
  const inLong = (code: string, ...statements: string[]): Forgery => ({
    ...by(code, ...statements),
    within: 'long',
  });
  const swapped = (columns: string[], one: string, other: string) => {
    const set = columns.map((column) => `${column} = o.${column}`).join(', ');
    return `update data.version v set ${set} from data.version o where v.${own} and o.${own}
      and (v.object_id, o.object_id) in (('${one}', '${other}'), ('${other}', '${one}'))`;
  };
  const [first = '', second = ''] = source;
  const copied = (table: string, changes: string) =>
    `insert into data.${table} select (jsonb_populate_record(t, ${changes})).* from data.${table} t where ${own}`;
  return {
    'the data of two versions, swapped': by(
      'VERSION',
      swapped(['object_data'], target[0] ?? '', second),
    ),
    'the dates of two versions, swapped': by(
      'VERSION',
      swapped(['modification_date'], first, second),
    ),
    "two versions with all that proves them, in each other's place": by(
      'CHAIN|VERSION',
      swapped(['object_data', 'refs', 'leaves', 'root'], first, second),
    ),
    "two entries of the log, in each other's place": by(
      'INCLUSION',
      `update data.version set log_index = -1 where ${own} and log_index = 2`,
      `update data.version set log_index = 2 where ${own} and log_index = 1`,
      `update data.version set log_index = 1 where ${own} and log_index = -1`,
    ),
    'the first version, taken away': inLong(
      'CHAIN',
      `delete from data.version where ${long} and seq = 1`,
    ),
    'a version in the middle, taken away': inLong(
      'CHAIN',
      `delete from data.version where ${long} and seq = 150`,
    ),
    'the last version, taken away': inLong(
      'DERIVED',
      `delete from data.version where ${long} and seq = 300`,
    ),
    'a version that was made up': inLong(
      'INCLUSION',
      `insert into data.version select (jsonb_populate_record(v, '{"seq": 301, "modification_count": 1000,
        "object_id": "01890a5d-ac96-774b-bcce-b302099a8057"}')).* from data.version v where ${long} and seq = 300`,
    ),
    'the receipt, taken away': by(
      'RECEIPT|ROOT',
      `delete from data.erasure where ${own}`,
      `delete from data.log_entry where ${own} and kind = 'ERASURE'`,
    ),
    'a receipt that was made up': by(
      'RECEIPT',
      `${copied('erasure', `'{"receipt": 3}'`)} and receipt = 1`,
    ),
    'a JSON Schema that was made up': by(
      'VERSION',
      `insert into data.type_schema select partition_id, type, 3, json_schema, changed_date, changed_user_id from data.type_schema where ${own} and version = 1`,
    ),
    'an edge that was made up': by(
      'DERIVED',
      `insert into data.edge select partition_id, target_timeline, 'other', source_timeline, from_seq, to_seq from data.edge where ${own}`,
    ),
    'an edge, taken away': by('DERIVED', `delete from data.edge where ${own} and to_seq is null`),
    'a head, taken away': by('DERIVED', `delete from data.head where ${own} and type = 'TAG'`),
    'a tile of hashes, taken away': inLong('ROOT', `delete from data.log_tile where ${long}`),
    'the head of the log, taken away': by('ROOT', `delete from data.log_head where ${own}`),
    'an anchor, taken away': by(
      'INCLUSION|ROOT',
      `delete from data.anchor where ${own} and log_index = 0`,
    ),
    'a value that was erased without a receipt': {
      within: 'proven',
      code: 'RECEIPT',
      change: async (transaction) => {
        const version = await findVersionToErase(transaction, partitionId, first);
        if (!version) throw new Error('There is no such version.');
        const data = new ProvenData(version);
        const index = data.properties.findIndex(({ pointer }) => pointer === '/objectData/name');
        await writeErased(
          transaction,
          partitionId,
          new Map([[version.seq, data.erase([index], () => 1)]]),
        );
      },
    },
    'a number that reads as the same one': by(
      'VERSION',
      `update data.version set object_data = jsonb_set(object_data, '{tags,1,b}', '1.50'), bytes = bytes + 1
        where ${own} and object_id = '${target[0]}'`,
    ),
    'a number that no program reads': by(
      'VERSION',
      `update data.version set object_data = jsonb_set(object_data, '{tags,1,b}', '1e400')
        where ${own} and object_id = '${target[0]}'`,
    ),
    'a number beyond what is counted': by(
      'FORM',
      `update data.log_head set size = 9007199254740993 where ${own}`,
    ),
    'a value that was erased, made up again': by(
      'VERSION|RECEIPT',
      `update data.version set object_data = object_data || '{"contact": "Ada Byron"}' where ${own} and object_id = '${second}'`,
    ),
  };
}

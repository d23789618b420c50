import { findId } from '@annals/contracts/ids';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { scopeOf } from '../partitions/scope.sql.ts';
import * as ids from './ids.sql.ts';

export function mountIds(mount: Mount): void {
  mount(findId, async ({ params: { id }, caller, queryable }) => {
    const data = await ids.findId(queryable, id, scopeOf(caller));
    if (data.length === 0) throw notFound('object');
    return { data };
  });
}

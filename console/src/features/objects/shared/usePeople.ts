import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { personName } from '../../../ui/ids/display-names.ts';
import { authorsQuery } from './object.queries.ts';

/** The possible authors by id: the members and the authors of the shown versions. */
export function usePeople(
  partitionId: string,
  versions: readonly ObjectVersion[],
): ReadonlyMap<string, string> {
  const { data } = useQuery(authorsQuery(partitionId, {}));
  return useMemo(() => {
    const people = new Map<string, string>();
    for (const { userId, name, username } of data?.data ?? []) {
      const called = personName({ id: userId, name, username });
      if (called !== undefined) people.set(userId, called);
    }
    for (const { modificationUserId: id, modificationUserName: name } of versions)
      if (id && name) people.set(id, name);
    return people;
  }, [data, versions]);
}

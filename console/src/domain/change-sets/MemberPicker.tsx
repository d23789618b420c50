import { type ReactNode, useMemo } from 'react';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { maximalPageSize } from '@annals/contracts/fields';
import { listMembers } from '@annals/contracts/partitions';
import type { Page } from '../../platform/api/page.ts';
import { call } from '../../platform/api/call.ts';
import { everyPage, queryKeyOf } from '../../platform/api/query.ts';
import { personName, shownName } from '../../ui/ids/display-names.ts';
import { normalizeForSearch } from '../../platform/normalize-for-search.ts';
import { Picker, type PickerProps } from '../pickers/Picker.tsx';
import { PickMany } from '../pickers/PickMany.tsx';

export interface PickedMember {
  id: string;
  name: string | null;
}

interface MemberPickerProps {
  partitionId: string;
  label: string;
  description?: ReactNode;
  placeholder?: string;
  /** Only members with these roles can be picked. */
  roles: readonly string[];
  /** The ids of members that cannot be picked. */
  except?: readonly string[];
  value: readonly PickedMember[];
  onChange: (value: PickedMember[]) => void;
  error?: ReactNode;
}

/** Picks members of a partition one after another. */
export function MemberPicker({ partitionId, roles, except, ...rest }: MemberPickerProps) {
  // Memoized, because a new component type would remount with each render.
  const picker = useMemo(() => {
    const query = (text: string) => membersQuery(partitionId, roles, except ?? nobody, text);
    return (props: PickerProps<PickedMember>) => (
      <Picker query={query} nameOf={nameOfMember} {...props} />
    );
  }, [partitionId, roles, except]);
  return <PickMany<PickedMember> picker={picker} name={nameOfMember} {...rest} />;
}

const nobody: readonly string[] = [];

export const nameOfMember = ({ id, name }: PickedMember): string => shownName(name, id);

/** The number of suggestions. */
const offered = 20;

/** The service's list of members has no search, and is short. */
function membersQuery(
  partitionId: string,
  roles: readonly string[],
  except: readonly string[],
  text: string,
) {
  const params = { partitionId };
  return queryOptions({
    queryKey: [...queryKeyOf(listMembers, { params }), 'pick', text, roles, except] as QueryKey,
    queryFn: async ({ signal }): Promise<Page<PickedMember>> => {
      const found: PickedMember[] = [];
      const read = (cursor: string | undefined) =>
        call(listMembers, { params, query: { pageSize: maximalPageSize, cursor } }, { signal });
      for await (const { data } of everyPage(read))
        for (const { userId, role, ...names } of data) {
          const name = personName({ id: userId, ...names }) ?? null;
          const isFitting = normalizeForSearch(name ?? '').includes(normalizeForSearch(text));
          if (isFitting && roles.includes(role ?? '') && !except.includes(userId))
            found.push({ id: userId, name });
        }
      return {
        data: found.slice(0, offered),
        hasMore: found.length > offered,
        nextCursor: null,
      };
    },
  });
}

import {
  accessLevels,
  type AccessGrant,
  type AccessHolder,
} from '@annals/contracts/user-administration';
import { personName, shownName } from '../../../ui/ids/display-names.ts';
import {
  momentWidth,
  derived,
  type ListColumn,
  type ListFilter,
} from '../../../ui/list/columns.tsx';
import { labelFor } from '../../../ui/states/label-for.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import type { AccessRow } from './access.queries.ts';
import type { AccessTexts } from './access.texts.ts';

export interface AccessLabels {
  t: AccessTexts;
  levels: Record<string, string>;
  roleName: (role: string) => string;
  ownId: string | undefined;
  isPast: boolean;
}

/** The columns: who has which access, through what, since and until when. */
export function accessColumns(words: AccessLabels): ListColumn<AccessRow>[] {
  const { t, levels, ownId, isPast } = words;
  const moment = (
    id: 'sinceDate' | 'untilDate' | 'lastUsedDate',
    header: string,
    none: string | undefined,
  ): ListColumn<AccessRow> => ({
    id,
    header,
    // That it has no end is an answer too: the column stays where nothing has one.
    value: ({ grant }) => grant[id] ?? (id === 'untilDate' ? none : null),
    render: ({ holder, grant }) =>
      grant[id] === null ? (
        // Nothing else is known about an account that the user cannot see.
        id === 'lastUsedDate' && holder.membershipOnly ? (
          t.unknown
        ) : (
          none
        )
      ) : (
        <Moment value={grant[id]} absolute={isPast || id === 'untilDate'} />
      ),
    width: momentWidth,
    needsRoom: true,
  });
  return [
    derived('name', t.who, ({ holder }) => nameOfHolder(holder, t), {
      // An exported file is read by others too.
      render: ({ holder }) =>
        holder.id === ownId ? `${nameOfHolder(holder, t)} (${t.you})` : nameOfHolder(holder, t),
    }),
    derived('level', t.level, ({ grant }) => labelFor(levels, grant.level), {
      width: '216px',
      twoLines: true,
    }),
    derived('through', t.through, (row) => grantText(row, words), {
      width: '296px',
      twoLines: true,
    }),
    {
      ...moment('sinceDate', t.since, undefined),
      // The end below it is shown whole.
      width: '13.5rem',
      below: {
        column: 'untilDate',
        render: ({ grant }) =>
          grant.untilDate && (
            <>
              {t.until} <Moment value={grant.untilDate} absolute />
            </>
          ),
      },
    },
    // Most access has no end, and the names need the room.
    { ...moment('untilDate', t.until, t.open), hiddenAtFirst: true },
    ...(isPast ? [] : [moment('lastUsedDate', t.lastUsed, t.never)]),
    derived('by', t.by, ({ grant }) => grant.by?.name, { width: '140px', hiddenAtFirst: true }),
  ];
}

export function nameOfHolder(holder: AccessHolder, t: AccessLabels['t']): string {
  const name = personName({
    id: holder.id,
    name: holder.name,
    ...(holder.username !== null && { username: holder.username }),
  });
  const shown = shownName(name, holder.id);
  return holder.kind === 'APPLICATION' ? `${shown} (${t.application})` : shown;
}

function grantText({ holder, grant }: AccessRow, words: AccessLabels): string {
  const { t, roleName } = words;
  switch (grant.kind) {
    case 'MEMBER': {
      const member = t.member(labelFor(t.memberRoles, grant.role ?? ''));
      return holder.membershipOnly ? `${member}, ${t.unknownAccount}` : member;
    }
    case 'ROLE':
      return `${t.role(roleName(grant.role ?? ''))}, ${fromWhere(grant, t)}`;
    case 'TOKEN':
      return t.token(tokenName(grant), scopesOf(grant, t));
  }
}

export const tokenName = ({ description, prefix }: AccessGrant): string =>
  description ?? prefix ?? '';

function fromWhere({ inherited, organizationalUnit: unit }: AccessGrant, t: AccessTexts): string {
  if (unit) return t.unit(unit.name);
  return inherited === true ? t.hiddenUnit : t.direct;
}

export function scopesOf({ scopes = [], partitionCount }: AccessGrant, t: AccessTexts): string {
  const words = scopes.map((scope) => labelFor(t.scopes, scope)).join(', ');
  return partitionCount == null ? words : `${words}; ${t.limited(partitionCount)}`;
}

export function accessFilters({
  t,
  levels,
}: AccessLabels): ListFilter<AccessRow, 'level' | 'grant'>[] {
  return [
    {
      name: 'level',
      label: t.level,
      any: t.anyLevel,
      options: accessLevels.map((value) => ({ value, label: labelFor(levels, value) })),
      valuesOf: ({ grant }) => grant.level,
    },
    {
      name: 'grant',
      label: t.through,
      any: t.anyGrant,
      options: Object.entries(t.grants).map(([value, label]) => ({ value, label })),
      valuesOf: ({ grant }) => grant.kind,
    },
  ];
}

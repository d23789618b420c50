import type { ReactNode } from 'react';
import { moment } from '@annals/contracts/fields';
import { message } from '@annals/contracts/problem';
import { DiffValue } from '../../ui/diff/DiffValue.tsx';
import { isArray, isObject } from '../../platform/json-values/json-values.ts';
import { useMemberRoleTexts } from '../permissions/member-roles.texts.ts';
import { useRoleLabels } from '../permissions/role-labels.ts';
import { usePermissionTexts } from '../permissions/permissions.texts.ts';
import { labelFor } from '../../ui/states/label-for.ts';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { useEventFieldTexts } from './event-fields.texts.ts';
import { useHistoryTexts } from './history.texts.ts';
import { idFields, type NamedKind } from '../named-things/named-ids.ts';
import { NamedThing } from '../named-things/NamedThing.tsx';
import { useNamedThingTexts } from '../named-things/named-things.texts.ts';

/** Fields with a fixed set of values; the same text in other fields may be a name. */
const codedFields: ReadonlySet<string> = new Set([
  'appliesTo',
  'attribute',
  'clientAuthentication',
  'clientKey',
  'clientSecret',
  'factor',
  'failed',
  'freshProofFor',
  'kind',
  'lang',
  'method',
  'outcome',
  'ownerKind',
  'provisioning',
  'purpose',
  'recordedReads',
  'scope',
  'reason',
  'scopes',
  'state',
  'status',
  'synchronization',
]);
/** Fields that consist of named parts. */
const partedFields: ReadonlySet<string> = new Set([
  'endpoints',
  'claimMap',
  'groupsForm',
  'unitsForm',
  'groupRoles',
  'unitMap',
  'synchronization',
  'counts',
  'rules',
  'sample',
]);
/** Fields whose parts are named by what an administrator entered: the field of their values. */
const mapFields: ReadonlyMap<string, string> = new Map([
  ['groupRoles', 'role'],
  ['unitMap', 'organizationalUnitId'],
]);
/** Parts with ids, or roles of members: how they are shown. */
const partValues: ReadonlyMap<string, Pick<EventValueProps, 'field' | 'kind'>> = new Map([
  ['approverIds', { field: 'userId' }],
  ['approverRoles', { field: 'role', kind: 'memberRole' }],
]);
/** Lists of sentences, one per line if there is room. */
const sentenceFields: ReadonlySet<string> = new Set(['changes', 'accessChanges']);
const roleFields: ReadonlySet<string> = new Set(['role', 'roles', 'newUserRoles']);

interface EventValueProps {
  field: string;
  value: unknown;
  kind?: ValueKind | undefined;
}

/** What an id belongs to, where the event says it; or that a role is one of partitions and not one of the system. */
export type ValueKind = NamedKind | 'memberRole';

/** A value of an event, translated where there is a text for it. */
export function EventValue({ field, value, kind }: EventValueProps): ReactNode {
  const t = useHistoryTexts();
  const { words, parts } = useEventFieldTexts();
  const { permissions } = usePermissionTexts();
  const roleLabels = useRoleLabels();
  const memberRoles = useMemberRoleTexts();
  const serviceText = useServiceText();
  const { notVisible } = useNamedThingTexts();
  if (value === undefined || value === null || value === '') return t.nothing;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'string') {
    if (moment.safeParse(value).success) return <Moment value={value} absolute />;
    if (field === 'permissions') return labelFor(permissions, value);
    if (kind === 'memberRole') return labelFor(memberRoles, value);
    if (roleFields.has(field)) return roleLabels({ name: value }).name;
    if (idFields.has(field)) return <NamedThing field={field} id={value} kind={kind} />;
    return codedFields.has(field) ? labelFor(words, value) : value;
  }
  if (isArray(value)) {
    if (value.length === 0) return t.nothing;
    if (value.every((each) => isScalar(each) || nameOf(each) !== undefined))
      return value.map((each, index) => (
        // The list is as it was written down; it never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>
          {index > 0 && (sentenceFields.has(field) ? '\n' : ', ')}
          <EventValue field={field} value={each} kind={kind} />
        </span>
      ));
  }
  if (partedFields.has(field) && isObject(value)) {
    const entries = Object.entries(value)
      .map(
        ([part, each]) => [part, isOfOthers(field, part, each) ? t.allOtherTypes : each] as const,
      )
      .filter(([, each]) => each !== null && each !== '');
    if (entries.length === 0) return t.nothing;
    return entries.map(([part, each], index) => (
      <span key={part}>
        {index > 0 && ', '}
        {mapFields.has(field) ? part : labelFor(parts, part)}:{' '}
        <EventValue
          field={mapFields.get(field) ?? (codedFields.has(field) ? field : '')}
          {...partValues.get(part)}
          value={each}
        />
      </span>
    ));
  }
  if (isObject(value) && value['id'] === '') return notVisible;
  const { data: said } = message.safeParse(value);
  if (said?.messageCode !== undefined) return serviceText(said);
  return nameOf(value) ?? <DiffValue value={value} />;
}

/** A rule of a change policy without types is for all that no other names. */
const isOfOthers = (field: string, part: string, value: unknown): boolean =>
  field === 'rules' && part === 'types' && value === null;

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number';

/** The name of an item given by id and name. */
function nameOf(value: unknown): string | undefined {
  return isObject(value) && typeof value['name'] === 'string' ? value['name'] : undefined;
}
